import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { serviceAccountTexts } from '../i18n/service-accounts.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  type CodecValue,
  listCodec,
  recordCodec,
  requiredKey,
  textCodec,
  wholeNumberCodec,
  withCodecChecks,
} from './codec.ts'
import { dayField, maxCharacters, requiredTextField } from './fields.ts'
import { textKeys } from './record-keys.ts'
import type { StaffRole } from './roles.ts'

const WHO: readonly StaffRole[] = ['administrator']

/** The longest time for which a token is valid, days. */
export const MAX_TOKEN_DAYS = 731
/** The highest limit of requests a minute. */
export const MAX_REQUESTS_PER_MINUTE = 6000
/** The most service accounts of a campus that are neither revoked nor expired. */
export const MAX_SERVICE_ACCOUNTS = 100

const names = listCodec(textCodec(v.maxLength(100)))

const ServiceAccount = recordCodec({
  code: textCodec(),
  name: textCodec(),
  /** The last characters of the token, so that two tokens can be told apart. */
  hint: textCodec(),
  scopes: listCodec(textCodec()),
  /** Addresses and networks (CIDR) from which the token is accepted; none: from everywhere. */
  addresses: listCodec(textCodec()),
  perMinute: wholeNumberCodec,
  /** ISO instants; '' if there was none. */
  createdAt: textCodec(),
  ...textKeys('expiresAt', 'usedAt', 'usedFrom', 'revokedAt'),
})
/** A service account, without its token. */
export type ServiceAccount = CodecValue<typeof ServiceAccount>

/** A new service account as the form sends it. */
export const NewServiceAccount = recordCodec({
  name: requiredTextField(serviceAccountTexts.nameNeeded, 50),
  scopes: withCodecChecks(
    names,
    v.minLength(1, validationMessage(serviceAccountTexts.scopeNeeded)),
    v.maxLength(200, validationMessage(commonTexts.badField)),
  ),
  /** One address or network a line. */
  addresses: textCodec(maxCharacters(1000)),
  perMinute: withCodecChecks(
    wholeNumberCodec,
    v.minValue(1, validationMessage(serviceAccountTexts.perMinuteWrong)),
    v.maxValue(MAX_REQUESTS_PER_MINUTE, validationMessage(serviceAccountTexts.perMinuteWrong)),
  ),
  /** The last day on which the token is valid, China time. */
  lastDay: dayField(serviceAccountTexts.lastDayNeeded),
})

/** The accounts of other systems: made and revoked by an administrator. */
export const serviceAccounts = {
  list: defineRead({
    path: '/api/manage/services/list',
    who: WHO,
    input: recordCodec({}),
    output: recordCodec({
      accounts: requiredKey('data', listCodec(ServiceAccount)),
      /** The scopes that there are. */
      scopes: listCodec(
        recordCodec({
          name: textCodec(),
          title: textCodec(),
        }),
      ),
    }),
  }),
  /** Creates an account. Its token is answered this once. */
  create: defineWrite({
    path: '/api/manage/services/create',
    who: WHO,
    input: NewServiceAccount,
    output: recordCodec({ token: textCodec() }),
  }),
  revoke: defineWrite({
    path: '/api/manage/services/revoke',
    who: WHO,
    input: recordCodec({
      code: requiredTextField(commonTexts.badField, 40),
      reason: requiredTextField(commonTexts.badField, 200),
    }),
  }),
}
