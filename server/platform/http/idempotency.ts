import type { Insertable } from 'kysely'
import { idempotencyKeyRetentionDays, RESTORABLE_DAYS } from '#contract/restore-window'
import { idempotencyKeyUsedBody } from '#contract/rules'
import { refusalTexts } from '#i18n/refusals'
import type { Language } from '#i18n/translate'
import { addSeconds, DAY_SECONDS } from '../clock.ts'
import type { Db } from '../database/db.ts'
import { pipelineQuery, prepareQuery } from '../database/driver/prepared-query.ts'
import { prepareStatement } from '../database/driver/prepared-statement.ts'
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

/** Whether this is a valid `Idempotency-Key`. */
export const isIdempotencyKey = (key: string): boolean => /^[A-Za-z0-9_.~-]{8,200}$/.test(key)

/**
 * One submission. It might arrive several times, over several connections and from several phones.
 */
export interface IdempotentSubmission<O> {
  readonly db: Db
  readonly call: ResponseFormat & { readonly form: string }
  readonly subject: string
  readonly key: string
  /** The call's decoded input. The same key with another payload is refused with status 422. */
  readonly payload: unknown
  readonly language: Language
  readonly now: Date
  /** The effect. It runs in the transaction that also stores the response. */
  readonly runEffect: (db: Db) => Promise<HandlerResult<O>>
  /**
   * Checks whether a stored successful response still holds, before it is sent again. If the result
   * is not `ok`, it is sent instead of the stored response.
   */
  readonly recheck?: (db: Db) => Promise<HandlerResult<O>>
}

/**
 * Runs the effect of a submission exactly once, even if its response is lost: the claim of the key,
 * the effect and the stored response commit together or not at all. A repeated submission gets the
 * stored response. A submission whose key is being processed gets status 409.
 */
export async function runIdempotently<O>(
  submission: IdempotentSubmission<O>,
): Promise<ApiResponse> {
  const { db, call, subject, key, language, now } = submission
  // The add call and the update call of a form use the same keys, because the client chooses
  // between the two calls again at each attempt (OFF-18).
  const id = { subject, form: call.form, key }
  const hash = hashJson(submission.payload)
  return runTransaction(db, async (tx) => {
    // The claim is an advisory lock of the transaction instead of a row, so a server that is killed
    // leaves no claim behind.
    // Both statements are sent at once. The database runs them one after the other, so the response
    // is searched with the key claimed.
    const [claim, [known]] = await Promise.all([
      claimKey.run(tx, [JSON.stringify([subject, id.form, key])]),
      findStoredResponse.run(tx, id),
    ])
    if (claim.rows[0]?.mine !== true)
      return withRetryAfter(errorResponse(call, 409, refusalTexts.inFlight, language), 1)
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
    // Only final outcomes are stored. After a stale version or an invalid field, the client can
    // send the same key again.
    if (outcome.type !== 'ok' && outcome.type !== 'refused') return answer
    const etag = answer.headers['etag'] ?? null
    const receipt = outcome.type === 'ok' ? createReceiptNumber() : null
    const response = { body_hash: hash, status: answer.status, body: JSON.stringify(answer.body) }
    await storeResponse.run(tx, { ...id, ...response, etag, receipt, created_at: now })
    return { ...answer, headers: { ...answer.headers, ...receiptHeaders(etag, receipt) } }
  })
}

/** When a payload was first refused, under any key; undefined if it was not. */
export async function findFirstRefusal(
  db: Db,
  {
    subject,
    form,
    payload,
  }: Pick<IdempotentSubmission<never>, 'subject' | 'payload'> & { form: string },
): Promise<Date | undefined> {
  const first = await db
    .selectFrom('idempotency')
    .select('created_at')
    .where('subject', '=', subject)
    .where('form', '=', form)
    .where('body_hash', '=', hashJson(payload))
    .where('receipt', 'is', null)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return first?.created_at
}

function keyReusedResponse(call: ResponseFormat, language: Language): ApiResponse {
  const answer = errorResponse(call, 422, refusalTexts.keyReused, language)
  return { ...answer, body: { ...answer.body, ...idempotencyKeyUsedBody } }
}

// The statements are prepared, because every submission runs them.
const claimKey = prepareStatement<{ mine: boolean }>(
  'claim a key',
  'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as mine',
)
// `for key share` makes a replay wait for the standby, like every transaction that takes a row
// lock. Without it a replay could confirm a submission that the standby does not have: a commit
// whose wait for the standby was cancelled, or interrupted by a restart, is already visible here.
const findStoredResponse = prepareQuery(
  'answer of a key',
  (db, { subject, form, key }: { subject: string; form: string; key: string }) =>
    db
      .selectFrom('idempotency')
      .select(['body_hash', 'body', 'etag', 'receipt'])
      .where('subject', '=', subject)
      .where('form', '=', form)
      .where('key', '=', key)
      .forKeyShare(),
)
const storeResponse = pipelineQuery(
  'store an answer',
  (db, response: Insertable<DatabaseSchema['idempotency']>) =>
    db.insertInto('idempotency').values(response),
)

// Receipt numbers are random. If two collide, the transaction runs again.
declareRaceConstraint('idempotency_receipt_key')

/**
 * Deletes stored responses that no phone can request any more. `restorableDays`: the number of days
 * by which the database is allowed to be set back.
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
