import type { DownloadCall } from '#contract/call'
import { describeError } from '../monitoring/logs.ts'
import type { DownloadHandler, StreamedFile } from './handler.ts'
import type { IncomingRequest } from './incoming-request.ts'
import { type ApiResponse, refusalResponse } from './responses.ts'

/**
 * Generates the first chunk of a file before the response starts, so that an early failure gets the
 * same error response as in any other call.
 */
export async function startDownload<I>(
  { server, call, language }: IncomingRequest<DownloadCall<I>>,
  outcome: Awaited<ReturnType<DownloadHandler<I>>>,
): Promise<StreamedFile | ApiResponse> {
  if (outcome.type !== 'made') return refusalResponse(call, outcome, language)
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
