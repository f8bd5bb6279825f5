/**
 * A store for the sessions of coding agents: append-only logs that hold trees, and the projection of a branch to what
 * a model gets.
 *
 * @packageDocumentation
 */
export * from "./errors.ts";
export type { Damage, DamageKind } from "./format/damage.ts";
export type {
  Batch,
  CompactionEntry,
  Entry,
  EntryOf,
  KnownEntry,
  KnownEntryType,
  MessageEntry,
  ModelRef,
  OpaqueEntry,
  SessionState,
} from "./format/entries.ts";
export { isAnnotation, isEntry } from "./format/entry-kinds.ts";
export { isImage, isText, isThinking, isToolCall, textOf, toBlocks } from "./format/blocks.ts";
export { FORMAT_NAME, FORMAT_VERSION, type Header } from "./format/header.ts";
export { isEntryId, isSessionId, newId } from "./format/ids.ts";
export type * from "./format/messages.ts";
export { readAnswer, type Answer, type AnswerApi, type AnswerSource } from "./answers/read-answer.ts";
export type { Surroundings } from "./dialects/agent.ts";
export { agentFolders, agentNamed, agents, type KnownAgent } from "./dialects/agents.ts";
export type { KindCounts } from "./dialects/export-notes.ts";
export { piSessionsFolder } from "./dialects/pi/folder.ts";
export type { KeepFrom } from "./projection/kept-range.ts";
export { estimateTokens } from "./projection/estimate-tokens.ts";
export { project } from "./projection/project.ts";
export { Projector } from "./projection/projector.ts";
export { render } from "./projection/render.ts";
export type * from "./projection/types.ts";
export type { RenderNotes, RenderOptions } from "./projection/wire/render-options.ts";
export type { AiMessage, AiSdkBody } from "./projection/targets/ai-sdk.ts";
export type { AnthropicBody, AnthropicMessage, AnthropicOptions } from "./projection/targets/anthropic.ts";
export type {
  BedrockBody,
  BedrockMessage,
  BedrockOptions,
  BedrockTool,
} from "./projection/targets/bedrock.ts";
export type { GeminiBody, GeminiContent, GeminiPart } from "./projection/targets/gemini.ts";
export type {
  ChatFlavor,
  ChatMessage,
  OpenAiChatBody,
  OpenAiChatOptions,
} from "./projection/targets/openai-chat.ts";
export type { OpenAiResponsesBody, ResponsesItem } from "./projection/targets/openai-responses.ts";
export type { PiBody, PiMessage } from "./projection/targets/pi.ts";
export { budgetLeft, type Budget } from "./usage/budget-left.ts";
export { contextSize, type ContextSize } from "./usage/context-size.ts";
export {
  readPriceTable,
  type ModelPrices,
  type Prices,
  type PriceTable,
  type PriceTier,
} from "./usage/price-table.ts";
export { readAdvisorUsage, readUsage, type AdvisorUsage, type UsageApi } from "./usage/read-usage.ts";
export type { ModelUsage, UsageTotal } from "./usage/usage-total.ts";
export type { BlobRef, NewBlob } from "./format/blob.ts";
export type { ByteSource } from "./log/byte-source.ts";
export type { LogHandle } from "./log/log-handle.ts";
export type { LogHeader } from "./log/log-rules.ts";
export type { SessionSummary } from "./session-index/summary.ts";
export type { CreateOptions, ForkOptions } from "./store/create-options.ts";
export type { CompactionNotes, CompactOptions } from "./store/compact.ts";
export type { DoctorReport, FileDamage, FileReport, IndexFinding, OtherFiles } from "./store/doctor.ts";
export type { ExportOptions, SessionExport } from "./store/export-session.ts";
export type { Fix } from "./store/doctor-fix.ts";
export type { ModeFinding } from "./store/open-modes.ts";
export type { DoctorOptions } from "./store/run-doctor.ts";
export type { Leftover } from "./store/leftovers.ts";
export type { DurabilityLevel } from "./store/durability.ts";
export type { ListOptions } from "./store/list-sessions.ts";
export type { Overview, OverviewOptions } from "./store/overview.ts";
export type { LossReport } from "./store/loss-report.ts";
export type { NewEntry } from "./store/new-entry.ts";
export {
  openStore,
  type DiskStoreOptions,
  type EngineStoreOptions,
  type MemoryStoreOptions,
  type Notice,
} from "./store/open-store.ts";
export type { SourceFolder } from "./store/source.ts";
export type { MoveOptions } from "./store/move-sessions.ts";
export { nativeLog } from "./store/native-log.ts";
export type { SpillOption } from "./store/spill-option.ts";
export { previewOf } from "./store/preview.ts";
export type { KeepReason, PruneOptions, PruneReport } from "./store/prune.ts";
export type { AppendOptions, AppendResult } from "./store/append-result.ts";
export type { Excerpt } from "./search/excerpt.ts";
export type { FilterOptions } from "./search/filters.ts";
export type { PassageRole } from "./search/passages.ts";
export type { Span } from "./search/term.ts";
export type { SearchIndexReport } from "./store/search-cache.ts";
export type { SearchHit, SearchOptions } from "./store/search-sessions.ts";
export type { ImportOptions } from "./store/import-session.ts";
export { Session } from "./store/session.ts";
export { SessionStore, type ImportResult } from "./store/session-store.ts";
export type { SessionUsage, UsageOptions } from "./store/session-usage.ts";
export type { SessionShare, StoreUsage, StoreUsageOptions, UsageScope } from "./store/store-usage.ts";
export type { Progress } from "./store/store-parts.ts";
export type { LogRef, LogStorage, ReadableLog } from "./store/storage.ts";
export type { SessionNote, Trash, TrashedSession } from "./store/trash.ts";
export type { WatchEvent, WatchOptions } from "./store/watch-store.ts";
export type { TreeView, TreeViewNode } from "./store/tree-view.ts";
