import type { Selectable } from 'kysely'
import { idempotencyKeyDays, RESTORABLE_DAYS } from '#contract/restore-window'
import { usedKeyBody } from '#contract/rules'
import { refusalTexts } from '#i18n/refusals'
import type { Language } from '#i18n/translate'
import { addSeconds, DAY_SECONDS } from '../clock.ts'
import type { Db } from '../database/db.ts'
import { pipelineStatement, prepareStatement } from '../database/driver/prepared-statement.ts'
import { declareRaceConstraint, runTransaction } from '../database/driver/transaction.ts'
import type { Schema } from '../database/schema/schema.ts'
import { hashJson, createReceiptNumber } from '../sessions/secrets.ts'
import type { HandlerResult } from './handler.ts'
import {
  type ApiResponse,
  toResponse,
  withRetryAfter,
  errorResponse,
  type ResponseFormat,
} from './responses.ts'

/** What an `Idempotency-Key` may look like. */
export const isIdempotencyKey = (key: string): boolean => /^[A-Za-z0-9_.~-]{8,200}$/.test(key)

/** One submission: the same one may arrive many times, by several ways and from several phones. */
export interface Submission<O> {
  readonly db: Db
  readonly call: ResponseFormat & { readonly form: string }
  readonly subject: string
  readonly key: string
  /** The call's input, decoded; the same key with another payload is refused. */
  readonly payload: unknown
  readonly language: Language
  readonly now: Date
  /** The effect; it runs in the transaction that also stores the answer. */
  readonly runEffect: (db: Db) => Promise<HandlerResult<O>>
  /** Does what was answered well still hold? Asked before such an answer is repeated. */
  readonly recheck?: (db: Db) => Promise<HandlerResult<O>>
}

/**
 * Have the effect once, whatever happens to the answer: claim, effect and stored answer commit
 * together or not at all.
 */
export async function runIdempotently<O>(submission: Submission<O>): Promise<ApiResponse> {
  const { db, call, subject, key, language, now } = submission
  // Add and update of one form share their keys: the client decides between them anew on each try
  // (OFF-18).
  const { form } = call
  const hash = hashJson(submission.payload)
  return runTransaction(db, async (tx) => {
    // An advisory lock of the transaction instead of a row: a server that is killed leaves nothing
    // behind.
    const claim = await claimKey.run(tx, [JSON.stringify([subject, form, key])])
    if (claim.rows[0]?.mine !== true)
      return withRetryAfter(errorResponse(call, 409, refusalTexts.inFlight, language), 1)
    const [known] = (await findStoredResponse.run(tx, [subject, form, key])).rows
    if (known !== undefined) {
      if (!known.body_hash.equals(hash)) return keyReusedResponse(call, language)
      const reviewed = known.receipt === null ? undefined : await submission.recheck?.(tx)
      if (reviewed !== undefined && reviewed.type !== 'ok')
        return toResponse(call, reviewed, language)
      const headers = {
        ...receiptHeaders(known.etag, known.receipt),
        'idempotency-replayed': 'true',
      }
      return { status: 200, body: known.body, headers }
    }
    const outcome = await submission.runEffect(tx)
    const answer = toResponse(call, outcome, language)
    // Only what is final is kept: a stale version or a missing field may be sent again with the
    // same key.
    if (outcome.type !== 'ok' && outcome.type !== 'refused') return answer
    const etag = answer.headers['etag'] ?? null
    const receipt = outcome.type === 'ok' ? createReceiptNumber() : null
    const body = JSON.stringify(answer.body)
    await storeResponse.run(tx, [subject, form, key, hash, answer.status, body, etag, now, receipt])
    return { ...answer, headers: { ...answer.headers, ...receiptHeaders(etag, receipt) } }
  })
}

function keyReusedResponse(call: ResponseFormat, language: Language): ApiResponse {
  const answer = errorResponse(call, 422, refusalTexts.keyReused, language)
  return { ...answer, body: { ...answer.body, ...usedKeyBody } }
}

// Prepared statements, because every submission runs them.
const claimKey = prepareStatement<{ mine: boolean }>(
  'claim a key',
  'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as mine',
)
// Who repeats an answer waits, by its lock, for the standby as well: a commit whose wait was
// cancelled, or cut off by a restart, counts here already and may be nowhere else.
const findStoredResponse = prepareStatement<
  Pick<Selectable<Schema['idempotency']>, 'body_hash' | 'body' | 'etag' | 'receipt'>
>(
  'answer of a key',
  'select body_hash, body, etag, receipt from idempotency where subject = $1 and form = $2 and key = $3 for key share',
)
const storeResponse = pipelineStatement(
  'store an answer',
  `insert into idempotency (subject, form, key, body_hash, status, body, etag, created_at, receipt)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
)

// Another submission may have this receipt number already.
declareRaceConstraint('idempotency_receipt_key')

/** Forget answers that no phone asks about any more, where the campus may be brought back so far. */
export const pruneStoredResponses = (db: Db, now: Date, restorableDays = RESTORABLE_DAYS) =>
  db
    .deleteFrom('idempotency')
    .where('created_at', '<', addSeconds(now, -idempotencyKeyDays(restorableDays) * DAY_SECONDS))
    .execute()

const receiptHeaders = (etag: string | null, receipt: string | null): Record<string, string> => ({
  ...(etag !== null && { etag }),
  ...(receipt !== null && { receipt }),
})
