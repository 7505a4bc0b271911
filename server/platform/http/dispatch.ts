import type { Context } from 'hono'
import type { AnyCall, AnyEndpoint, DownloadCall, FileCall, UploadCall } from '#contract/call'
import { startDownload } from './download.ts'
import type {
  DownloadHandler,
  FileContent,
  FileHandler,
  Handler,
  HandlerRequest,
  StreamedFile,
  UploadHandler,
} from './handler.ts'
import {
  type DispatchContext,
  type IncomingRequest,
  openRequest,
  type StepResult,
  toHandlerRequest,
} from './incoming-request.ts'
import { type ApiResponse, toFileResponse, toResponse } from './responses.ts'
import {
  addEnglishNames,
  type Authentication,
  authenticate,
  authorize,
  checkIdempotencyKey,
  checkWritable,
  handleOnce,
  limitRequests,
  readRequestedFileKey,
  readJsonInput,
  shedLoad,
  type ReadingContext,
  withImageMemoryLimit,
} from './steps.ts'
import { readUploadedFile } from './upload.ts'

/** The two steps in which endpoints differ by their kind. */
interface KindSteps<E extends AnyEndpoint, I, R> {
  /** Reads the body (or the address of a file) and parses its shape. */
  readonly readInput: (
    request: IncomingRequest<E>,
    reading: ReadingContext,
  ) => Promise<StepResult<I>>
  /** Runs the handler and answers. */
  readonly handle: (
    ask: HandlerRequest<I>,
    authentication: Authentication,
  ) => Promise<R | ApiResponse>
}

/**
 * Answers one request. Each step either passes the request on or answers it. The caller is checked
 * before the body is read, so that nobody makes the server read and parse megabytes without
 * permission, or faster than the rate limit allows. Throws `OverloadedError`, and what the handler
 * throws.
 */
async function answerRequest<E extends AnyEndpoint, I, R>(
  request: IncomingRequest<E>,
  { readInput, handle }: KindSteps<E, I, R>,
): Promise<R | ApiResponse> {
  const slot = shedLoad(request)
  if (slot.type === 'answered') return slot.response
  try {
    const malformed = checkIdempotencyKey(request)
    if (malformed !== undefined) return malformed
    const authentication = await authenticate(request)
    const { caller } = authentication
    const refusal =
      (await authorize(request, authentication)) ?? (await limitRequests(request, caller))
    if (refusal !== undefined) return refusal
    return await withImageMemoryLimit(request, caller, async (onBytes) => {
      const input = await readInput(request, { caller, slot: slot.value, onBytes })
      if (input.type === 'answered') return input.response
      const unavailable = await checkWritable(request)
      if (unavailable !== undefined) return unavailable
      return handle(toHandlerRequest(request, caller, input.value), authentication)
    })
  } finally {
    slot.value.release()
  }
}

/** Answers a call whose request and response are JSON. */
export async function handleCall<I, O>(
  server: DispatchContext,
  call: AnyCall,
  handler: Handler<I, O>,
  c: Context,
): Promise<ApiResponse> {
  const request = openRequest(server, call, c)
  const answer = await answerRequest(request, {
    readInput: readJsonInput<I>,
    handle: (ask, authentication) => handleOnce(request, handler, { ask, authentication }),
  })
  return addEnglishNames(request, answer)
}

/** Answers a request for a file by its key. */
export async function handleFileCall(
  server: DispatchContext,
  call: FileCall,
  handler: FileHandler,
  c: Context,
): Promise<FileContent | ApiResponse> {
  return answerRequest(openRequest(server, call, c), {
    readInput: readRequestedFileKey,
    handle: async (ask) =>
      toFileResponse(call, await handler({ ...ask, key: ask.input }), ask.language),
  })
}

/** Answers a read whose response is a file, generated while it is sent. */
export async function handleDownload<I>(
  server: DispatchContext,
  call: DownloadCall<I>,
  handler: DownloadHandler<I>,
  c: Context,
): Promise<StreamedFile | ApiResponse> {
  const request = openRequest(server, call, c)
  return answerRequest(request, {
    readInput: readJsonInput<I>,
    handle: async (ask) => startDownload(request, await handler(ask)),
  })
}

/**
 * Answers an upload. The handler runs without a transaction, which would occupy a connection while
 * an image is decoded.
 */
export async function handleUpload<O>(
  server: DispatchContext,
  call: UploadCall<O>,
  handler: UploadHandler<O>,
  c: Context,
): Promise<ApiResponse> {
  return answerRequest(openRequest(server, call, c), {
    readInput: readUploadedFile,
    handle: async (ask) => toResponse(call, await handler(ask), ask.language),
  })
}
