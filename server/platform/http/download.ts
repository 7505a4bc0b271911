import type { Context } from 'hono'
import type { DownloadCall } from '#contract/call'
import { record } from '#contract/codec'
import { faultOf } from '../monitoring/logs.ts'
import { tokenIn } from '../sessions/session.ts'
import { type Answer, answerOf, lacking, problem, signedOut } from './answers.ts'
import { readBody } from './body.ts'
import { asked, callerWith, check, languageOf, type Server, waitOf } from './dispatch.ts'
import type { DownloadHandler, Made } from './handler.ts'
import { isOwn, mayCall } from './permissions.ts'

/**
 * Answer a question with a file: who asks, may they, is it understood, and only then its handler.
 * The first piece is made before the answer begins, so that what fails at once is told as every
 * call tells it.
 */
export async function answerDownload<I>(
  server: Server,
  call: DownloadCall<I>,
  handler: DownloadHandler<I>,
  c: Context,
): Promise<Made | Answer> {
  const language = languageOf(c)
  const now = server.clock.now()
  const token = tokenIn(c.req.header('authorization'))
  const caller = await callerWith(server, token, now)
  const says = { rule: call.rule, output: record({}) }
  const permission = mayCall(call, caller, server.tools.settings)
  if (permission === 'sign-in') return signedOut(language)
  if (permission === 'no') return answerOf(says, { type: 'forbidden' }, language)
  if (permission !== 'yes') return lacking(says, permission, language)
  const seconds = await waitOf(server, caller, server.addressOf(c))
  if (seconds !== undefined) return answerOf(says, { type: 'too-many', seconds }, language)
  const body = await readBody(c)
  if (body.type === 'bad') return problem(call, body.status, body.says, language)
  if (!isOwn(call, caller, body.value)) return answerOf(says, { type: 'forbidden' }, language)
  const checked = check<I>(call, body.value, language)
  if (checked.type === 'invalid') return answerOf(says, checked, language)

  const outcome = await handler({
    ...asked(server, c),
    input: checked.input,
    caller,
    db: server.db,
    now,
    language,
    token,
  })
  if (outcome.type !== 'made') return answerOf(says, outcome, language)
  const chunks = outcome.chunks[Symbol.asyncIterator]()
  const first = await chunks.next()
  const onFault = (error: unknown) =>
    server.tools.log.warn({ route: call.path, fault: faultOf(error) }, 'a download broke off')
  return { ...outcome, chunks: fromFirst(first, chunks, onFault) }
}

async function* fromFirst(
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
