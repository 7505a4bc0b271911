import { randomBytes } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import { sql } from 'kysely'
import type { AnyEndpoint } from '#contract/call'
import { findRolesByScopes } from '#contract/service-scopes'
import { serviceAccountTexts } from '#i18n/service-accounts'
import type { LocalizedText } from '#i18n/translate'
import { addSeconds } from '../clock.ts'
import type { Db } from '../database/db.ts'
import type { StaffRow } from '../database/schema/schema.ts'
import { hashSecret } from './secrets.ts'
import { type Caller, getSubjectOfCaller } from './session.ts'

// The prefix tells the tokens of service accounts and of sessions apart, and lets programs find
// tokens that were published by mistake.
const PREFIX = 'baodao_'
const TOUCH_SECONDS = 60

/** Creates a token of a service account: 32 random bytes. */
export const createServiceToken = (): string => `${PREFIX}${randomBytes(32).toString('base64url')}`

/** Whether a bearer token belongs to a service account. */
export const isServiceToken = (token: string | undefined): token is string =>
  token?.startsWith(PREFIX) === true

/** The caller of a token, or why it is refused: 401 for an invalid token, else 403. */
export type ServiceCallerResult =
  | { readonly type: 'found'; readonly caller: Caller }
  | { readonly type: 'refused'; readonly status: 401 | 403; readonly says: LocalizedText }

/**
 * Finds the service account of a token. It is a staff caller that has the roles of its scopes for
 * this call only. A token that is unknown, over, from another address, or without a scope for the
 * call is refused.
 */
export async function findServiceCaller(
  db: Db,
  { token, call, address, now }: { token: string; call: AnyEndpoint; address: string; now: Date },
): Promise<ServiceCallerResult> {
  const hash = hashSecret(token)
  const account = await db
    .selectFrom('service_account as account')
    .innerJoin('staff', 'staff.code', 'account.code')
    .select(['account.code', 'scopes', 'addresses', 'per_minute', 'used_at', 'created_at'])
    .select(sql<StaffRow>`to_jsonb(staff)`.as('staff'))
    .where('token_hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (account === undefined)
    return { type: 'refused', status: 401, says: serviceAccountTexts.badToken }
  if (!isAllowedAddress(address, account.addresses))
    return { type: 'refused', status: 403, says: serviceAccountTexts.otherAddress }
  if (account.used_at === null || account.used_at < addSeconds(now, -TOUCH_SECONDS))
    await db
      .updateTable('service_account')
      .set({ used_at: now, used_from: address.slice(0, 64) })
      .where('code', '=', account.code)
      .execute()
  const roles = findRolesByScopes(call, account.scopes)
  if (roles.length === 0) return { type: 'refused', status: 403, says: serviceAccountTexts.noScope }
  return {
    type: 'found',
    caller: {
      role: 'staff',
      subject: getSubjectOfCaller('staff', account.code),
      staff: { ...account.staff, first_password_until: null, closed_at: null },
      roles,
      hasFactor: false,
      service: { scopes: account.scopes, perMinute: account.per_minute },
      session: {
        hash,
        openId: null,
        createdAt: account.created_at,
        isSecondFactorVerified: true,
        tableStates: {},
      },
    },
  }
}

/** Parses an address or a network such as 10.2.0.0/16; undefined if the text is neither. */
export function parseNetwork(
  text: string,
): { address: string; bits: number; family: 'ipv4' | 'ipv6' } | undefined {
  const [, address = '', prefix] = /^([\da-fA-F.:]{2,45})(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const version = isIP(address)
  const most = version === 4 ? 32 : 128
  const bits = prefix === undefined ? most : Number(prefix)
  if (version === 0 || bits > most) return undefined
  return { address, bits, family: version === 4 ? 'ipv4' : 'ipv6' }
}

/** Whether an address is in one of the networks; without networks every address is. */
export function isAllowedAddress(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true
  // An IPv4 client of an IPv6 socket has an address such as ::ffff:10.2.3.4.
  const bare = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
  const version = isIP(bare)
  if (version === 0) return false
  const list = new BlockList()
  for (const text of networks) {
    const network = parseNetwork(text)
    if (network !== undefined) list.addSubnet(network.address, network.bits, network.family)
  }
  return list.check(bare, version === 4 ? 'ipv4' : 'ipv6')
}
