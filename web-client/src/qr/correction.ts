/** Reed-Solomon error correction over the field of 256 that QR codes use. */
const FIELD = 0x11d;

const EXP: number[] = [];
const LOG: number[] = Array<number>(256).fill(0);
for (let power = 0, value = 1; power < 255; power += 1) {
  EXP.push(value);
  LOG[value] = power;
  value = value < 128 ? value << 1 : (value << 1) ^ FIELD;
}

function times(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : (EXP[((LOG[a] ?? 0) + (LOG[b] ?? 0)) % 255] ?? 0);
}

/** The polynomial whose roots are the first `degree` powers; highest coefficient first, the leading 1 left out. */
function generator(degree: number): readonly number[] {
  let found: number[] = [...Array<number>(degree - 1).fill(0), 1];
  for (let power = 0; power < degree; power += 1) {
    const root = EXP[power] ?? 0;
    found = found.map((value, place) => times(value, root) ^ (found[place + 1] ?? 0));
  }
  return found;
}

/** The bytes that let a reader mend a block. */
export function correction(block: readonly number[], length: number): readonly number[] {
  const divisor = generator(length);
  let rest: number[] = Array<number>(length).fill(0);
  for (const byte of block) {
    const factor = byte ^ (rest[0] ?? 0);
    rest = [...rest.slice(1), 0].map((value, place) => value ^ times(divisor[place] ?? 0, factor));
  }
  return rest;
}
