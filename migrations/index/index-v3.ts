import { indexV1 } from "./index-v1.ts";
import type { IndexSchema } from "./index-schema.ts";

/** The same tables; damage counts links too and a retried line once, and an annotation with a bad body has no effect. */
export const indexV3: IndexSchema = { version: 3, sql: indexV1.sql };
