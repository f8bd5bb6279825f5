import { seeded } from "./random.mjs";

const CODE =
  'const offset = map.get("entry-17");\n\tif (offset === undefined) throw new Error("not there");\n\treturn read(file, offset);\n// the parser keeps it until it is asked for\n';
const PROSE = "Das Maß ist voll: “größer” heißt hier ≥ 1 – 読み込みは速い。 ";

const words = seeded(7);
const code = shuffled(CODE, 1_100_000);
const prose = shuffled(PROSE, 100_000);

/** A text as code and its output are, with what JSON has to escape; one in twelve is not ASCII. */
export function textOf(length, random) {
  const from = random() < 0.08 && length < 50_000 ? prose : code;
  const start = Math.floor(random() * (from.length - length));
  return from.slice(start, start + length);
}

function shuffled(text, length) {
  const all = text.split(/(?<= )/);
  let made = "";
  while (made.length < length) made += all[Math.floor(words() * all.length)];
  return made;
}
