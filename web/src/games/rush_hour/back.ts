import { cardBack, carSign, lanes } from '../../art/backs';

export const back = cardBack({ ground: '#3F5F9E', pattern: lanes('#4F70B2'), sign: carSign('hatch', '#3F5F9E') });
