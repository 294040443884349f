import { vi } from 'vitest';

/** Until this holds. A machine with much else to do is slow, and that is no defect. */
export const eventually = (work: () => void): Promise<void> => vi.waitFor(work, { timeout: 20_000 });
