import * as v from 'valibot'
import { staffAccountsTexts } from '../i18n/staff-accounts.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineRead, defineWrite } from './call.ts'
import { flag, key, list, record, text } from './codec.ts'
import { normalizeNumberText } from './normalize.ts'
import { ROLES } from './roles.ts'
import { codeZero } from './rules.ts'

const who = ROLES
// Six digits of the authenticator, or a recovery code.
const code = key(
  'code',
  text(
    v.transform((typed) => normalizeNumberText(typed).replace(/[\s-]/g, '').toUpperCase()),
    v.regex(/^(\d{6}|[0-9A-Z]{16})$/, validationMessage(staffAccountsTexts.factorWrong)),
  ),
)

/**
 * The second factor of staff who see other people's personal data: codes of an authenticator (RFC
 * 6238).
 */
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
      /** The number of unused recovery codes. */
      left: key('left', text()),
    }),
    rule: codeZero,
  }),
  /**
   * Creates a new secret; it becomes active once a code of it was confirmed. A person with a second
   * factor must have proved it in this sign-in.
   */
  begin: defineWrite({
    path: '/api/manage/factor/begin',
    who,
    unproven: true,
    input: record({}),
    output: record({ secret: key('secret', text()), address: key('address', text()) }),
    rule: codeZero,
  }),
  /** Confirms the new secret; returns the recovery codes, once. */
  confirm: defineWrite({
    path: '/api/manage/factor/confirm',
    ownsTransactions: true,
    who,
    unproven: true,
    input: record({ code }),
    output: record({ recovery: key('recovery', list(text())) }),
    rule: codeZero,
  }),
  /** Proves the second factor for this sign-in; valid for twelve hours. */
  prove: defineWrite({
    path: '/api/manage/factor/prove',
    ownsTransactions: true,
    who,
    unproven: true,
    input: record({ code }),
    output: record({}),
    rule: codeZero,
  }),
  /** Removes the second factor; refused if it is required. */
  remove: defineWrite({
    path: '/api/manage/factor/remove',
    who,
    input: record({}),
    output: record({}),
    rule: codeZero,
  }),
}
