import * as z from "zod/mini";

/** For `safeParse`, where a person reads the issues: the small build of zod has no words for them. */
export const inEnglish = { error: z.locales.en().localeError };
