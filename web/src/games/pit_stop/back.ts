import { cardBack, scattered } from '../../art/backs';
import { spanner } from '../../art/signs';
import { place } from '../../art/svg';

const sign = place(spanner('#3D3A5C', ''), 0, 0, 0.72);

export const back = cardBack({ ground: '#3D3A5C', pattern: scattered('#504C74'), sign });
