import { cardBack, carSign, lanes } from '../../art/backs';

export const back = cardBack({ ground: '#D9623F', pattern: lanes('#E4775A'), sign: carSign('sports', '#D9623F') });
