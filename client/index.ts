/** The public exports for front ends and servers. Receivers import or copy `verify-webhook.ts`. */
export type { BlockEntry, BlockListPage, ReadPage } from './block-list.ts';
export type { Author, Blocks, BlocksChange, FilterOptions } from './blocks.ts';
export { type Client, type ClientOptions, createClient, type Fetch } from './client.ts';
export { ApiError, ConnectionError, type ConnectionFailure, type ErrorSource } from './errors.ts';
export type * from './events.generated.ts';
export type { AnswerTo, CallOptions, OperationId, RequestTo } from './operation.ts';
export type { ListedEvent, Page, PagedList, Pages } from './pages.ts';
export { isKnownEvent, isOnPost, parseEvent } from './platform-events.ts';
export type { PulledEvent, Pulling, PullOptions } from './pull.ts';
export type * from './types.generated.ts';
