import { cardBack, scattered } from '../../art/backs';
import { fourShapes } from '../../art/shapes';

export const back = cardBack({ ground: '#2B6BD4', pattern: scattered('#4380E2'), sign: fourShapes(8.5, 11.5) });
