import * as v from 'valibot'
import { staffAccountsTexts } from '../i18n/staff-accounts.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineRead, defineWrite } from './call.ts'
import { flag, key, list, record, text } from './codec.ts'
import { normalizeNumberText } from './normalize.ts'
import { ROLES } from './roles.ts'
import { codeZero } from './rules.ts'

const who = ROLES
// Six digits of the phone, or a recovery code.
const code = key(
  'code',
  text(
    v.transform((typed) => normalizeNumberText(typed).replace(/[\s-]/g, '').toUpperCase()),
    v.regex(/^(\d{6}|[0-9A-Z]{16})$/, validationMessage(staffAccountsTexts.factorWrong)),
  ),
)

/** The second factor of whoever sees personal data of others: codes of an authenticator (RFC 6238). */
export const secondFactor = {
  state: defineRead({
    path: '/api/manage/factor/state',
    who,
    unproven: true,
    offline: 'online-only',
    input: record({}),
    output: record({
      has: key('has', flag),
      required: key('required', flag),
      proven: key('proven', flag),
      /** Recovery codes that are left. */
      left: key('left', text()),
    }),
    rule: codeZero,
  }),
  /** A new secret; it counts once a code of it was shown. Who has one must have shown that. */
  begin: defineWrite({
    path: '/api/manage/factor/begin',
    who,
    unproven: true,
    input: record({}),
    output: record({ secret: key('secret', text()), address: key('address', text()) }),
    rule: codeZero,
  }),
  /** Answers the recovery codes: they are told this once. */
  confirm: defineWrite({
    path: '/api/manage/factor/confirm',
    ownsTransactions: true,
    who,
    unproven: true,
    input: record({ code }),
    output: record({ recovery: key('recovery', list(text())) }),
    rule: codeZero,
  }),
  /** Show the second factor for this sign-in; good for twelve hours. */
  prove: defineWrite({
    path: '/api/manage/factor/prove',
    ownsTransactions: true,
    who,
    unproven: true,
    input: record({ code }),
    output: record({}),
    rule: codeZero,
  }),
  /** Where none is required. */
  remove: defineWrite({
    path: '/api/manage/factor/remove',
    who,
    input: record({}),
    output: record({}),
    rule: codeZero,
  }),
}
