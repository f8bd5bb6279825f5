import { indexV1 } from "./index-v1.ts";
import type { IndexSchema } from "./index-schema.ts";

/** The same tables; surveys and summaries count the usage of each response once. */
export const indexV2: IndexSchema = { version: 2, sql: indexV1.sql };
