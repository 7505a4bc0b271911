import type { Selectable } from 'kysely'
import { idempotencyKeyRetentionDays, RESTORABLE_DAYS } from '#contract/restore-window'
import { idempotencyKeyUsedBody } from '#contract/rules'
import { refusalTexts } from '#i18n/refusals'
import type { Language } from '#i18n/translate'
import { addSeconds, DAY_SECONDS } from '../clock.ts'
import type { Db } from '../database/db.ts'
import { pipelineStatement, prepareStatement } from '../database/driver/prepared-statement.ts'
import { declareRaceConstraint, runTransaction } from '../database/driver/transaction.ts'
import type { DatabaseSchema } from '../database/schema/schema.ts'
import { hashJson, createReceiptNumber } from '../sessions/secrets.ts'
import type { HandlerResult } from './handler.ts'
import {
  type ApiResponse,
  toResponse,
  withRetryAfter,
  errorResponse,
  type ResponseFormat,
} from './responses.ts'

/** Is this a valid `Idempotency-Key`? */
export const isIdempotencyKey = (key: string): boolean => /^[A-Za-z0-9_.~-]{8,200}$/.test(key)

/**
 * One submission. It may arrive several times, over several connections and from several phones.
 */
export interface IdempotentSubmission<O> {
  readonly db: Db
  readonly call: ResponseFormat & { readonly form: string }
  readonly subject: string
  readonly key: string
  /** The call's decoded input. The same key with another payload is refused with 422. */
  readonly payload: unknown
  readonly language: Language
  readonly now: Date
  /** The effect; it runs in the transaction that also stores the answer. */
  readonly runEffect: (db: Db) => Promise<HandlerResult<O>>
  /**
   * Checks whether a stored successful response still holds, before it is replayed. A result other
   * than `ok` replaces it.
   */
  readonly recheck?: (db: Db) => Promise<HandlerResult<O>>
}

/**
 * Runs the effect of a submission exactly once, also when its response is lost: the claim of the
 * key, the effect and the stored response commit together or not at all. A repeated submission gets
 * the stored response; one whose key is being processed gets 409.
 */
export async function runIdempotently<O>(
  submission: IdempotentSubmission<O>,
): Promise<ApiResponse> {
  const { db, call, subject, key, language, now } = submission
  // The add and update calls of one form share their keys, because the client chooses between them
  // again at each attempt (OFF-18).
  const { form } = call
  const hash = hashJson(submission.payload)
  return runTransaction(db, async (tx) => {
    // The claim is a transaction's advisory lock instead of a row: a killed server leaves none
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
    // Only final outcomes are stored: after a stale version or an invalid field the client may send
    // the same key again.
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
  return { ...answer, body: { ...answer.body, ...idempotencyKeyUsedBody } }
}

// Prepared statements, because every submission runs them.
const claimKey = prepareStatement<{ mine: boolean }>(
  'claim a key',
  'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as mine',
)
// `for key share` makes a replay wait for the standby, as every transaction that takes a row lock
// does: a commit whose wait was cancelled, or cut off by a restart, is visible here already but may
// be missing on the standby.
const findStoredResponse = prepareStatement<
  Pick<Selectable<DatabaseSchema['idempotency']>, 'body_hash' | 'body' | 'etag' | 'receipt'>
>(
  'answer of a key',
  'select body_hash, body, etag, receipt from idempotency where subject = $1 and form = $2 and key = $3 for key share',
)
const storeResponse = pipelineStatement(
  'store an answer',
  `insert into idempotency (subject, form, key, body_hash, status, body, etag, created_at, receipt)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
)

// Receipt numbers are random: a collision makes the transaction run again.
declareRaceConstraint('idempotency_receipt_key')

/**
 * Deletes stored responses that no phone can ask for any more, when the database can be restored to
 * a state of at most `restorableDays` days ago.
 */
export const pruneStoredResponses = (db: Db, now: Date, restorableDays = RESTORABLE_DAYS) =>
  db
    .deleteFrom('idempotency')
    .where(
      'created_at',
      '<',
      addSeconds(now, -idempotencyKeyRetentionDays(restorableDays) * DAY_SECONDS),
    )
    .execute()

const receiptHeaders = (etag: string | null, receipt: string | null): Record<string, string> => ({
  ...(etag !== null && { etag }),
  ...(receipt !== null && { receipt }),
})
