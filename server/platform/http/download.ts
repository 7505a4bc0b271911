import type { Context } from 'hono'
import type { DownloadCall } from '#contract/call'
import { recordCodec } from '#contract/codec'
import { describeError } from '../monitoring/logs.ts'
import { readBearerToken } from '../sessions/session.ts'
import { readRequestBody } from './body/request-body.ts'
import {
  readRequestMetadata,
  resolveCaller,
  validateBody,
  requestLanguage,
  type DispatchContext,
  consumeRequestLimit,
} from './dispatch.ts'
import type { DownloadHandler, StreamedFile } from './handler.ts'
import { identifiesOnlyCaller, checkPermission } from './permissions.ts'
import {
  type ApiResponse,
  toResponse,
  incompleteSignInResponse,
  errorResponse,
  signedOutResponse,
} from './responses.ts'

/**
 * Answers a read with a file: authentication, permission, validation, then its handler. The first
 * chunk is generated before the response starts, so that an early failure gets the same error
 * response as in any other call.
 */
export async function handleDownload<I>(
  server: DispatchContext,
  call: DownloadCall<I>,
  handler: DownloadHandler<I>,
  c: Context,
): Promise<StreamedFile | ApiResponse> {
  const language = requestLanguage(c)
  const now = server.clock.now()
  const token = readBearerToken(c.req.header('authorization'))
  const caller = await resolveCaller(server, token, now)
  const says = { rule: call.rule, output: recordCodec({}) }
  const permission = checkPermission(call, caller, server.tools.settings)
  if (permission === 'sign-in') return signedOutResponse(language)
  if (permission === 'no') return toResponse(says, { type: 'forbidden' }, language)
  if (permission !== 'yes') return incompleteSignInResponse(says, permission, language)
  const seconds = await consumeRequestLimit(server, caller, server.clientNetworkOf(c))
  if (seconds !== undefined) return toResponse(says, { type: 'too-many', seconds }, language)
  const body = await readRequestBody(c)
  if (body.type === 'bad') return errorResponse(call, body.status, body.says, language)
  if (!identifiesOnlyCaller(call, caller, body.value))
    return toResponse(says, { type: 'forbidden' }, language)
  const checked = validateBody<I>(call, body.value, language)
  if (checked.type === 'invalid') return toResponse(says, checked, language)

  const outcome = await handler({
    ...readRequestMetadata(server, c),
    input: checked.input,
    caller,
    db: server.db,
    now,
    language,
    token,
  })
  if (outcome.type !== 'made') return toResponse(says, outcome, language)
  const chunks = outcome.chunks[Symbol.asyncIterator]()
  const first = await chunks.next()
  const onFault = (error: unknown) =>
    server.tools.log.warn({ route: call.path, fault: describeError(error) }, 'a download broke off')
  return { ...outcome, chunks: resumeAfterFirstChunk(first, chunks, onFault) }
}

async function* resumeAfterFirstChunk(
  first: IteratorResult<Uint8Array>,
  rest: AsyncIterator<Uint8Array>,
  onFault: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  try {
    for (let one = first; one.done !== true; one = await rest.next()) yield one.value
  } catch (error) {
    onFault(error)
    throw error
  } finally {
    await rest.return?.()
  }
}
