export type { LineContext, LogLine, LogMigration } from "./log/log-migration.ts";
export { logMigrations, migrateLine } from "./log/migrate-line.ts";
export { INDEX_APPLICATION_ID, SEARCH_APPLICATION_ID, type IndexSchema } from "./index/index-schema.ts";
export { newestIndex } from "./index/newest-index.ts";
export { newestSearch } from "./index/newest-search.ts";
