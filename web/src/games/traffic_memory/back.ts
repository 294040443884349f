import { cardBack } from '../../art/backs';
import { line, path } from '../../art/svg';

const bays = path('M5 37.5H95M5 70H95M5 102.5H95', 'none', 'stroke="#3FA38E" stroke-width="5"');
const parking = line('M-7 14V-13H1a8 8 0 0 1 0 16H-7', '#2F8F7B', 8);

export const back = cardBack({ ground: '#2F8F7B', pattern: bays, sign: parking });
