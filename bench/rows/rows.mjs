import { append } from "./append.mjs";
import { catchUp } from "./catch-up.mjs";
import { firstIndex } from "./first-index.mjs";
import { fork } from "./fork.mjs";
import { list } from "./list.mjs";
import { open } from "./open.mjs";
import { path } from "./path.mjs";
import { pi } from "./pi.mjs";
import { projection } from "./projection.mjs";
import { search } from "./search.mjs";
import { starts } from "./start.mjs";

/** Every row of the table. */
export const rows = [
  ...open,
  ...pi,
  ...path,
  ...projection,
  ...firstIndex,
  ...catchUp,
  ...list,
  ...append,
  ...fork,
  ...search,
  ...starts,
];
