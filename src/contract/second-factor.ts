import * as v from 'valibot'
import { staffAccountsTexts } from '../i18n/staff-accounts.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineRead, defineWrite } from './call.ts'
import { booleanCodec, requiredKey, listCodec, recordCodec, textCodec } from './codec.ts'
import { normalizeNumberText } from './normalize.ts'
import { ROLES } from './roles.ts'

const who = ROLES
// Six digits from the authenticator, or a recovery code.
const code = requiredKey(
  'code',
  textCodec(
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
    allowedDuringSignIn: true,
    input: recordCodec({}),
    output: recordCodec({
      has: booleanCodec,
      required: booleanCodec,
      proven: booleanCodec,
      /** The number of unused recovery codes. */
      left: textCodec(),
    }),
  }),
  /**
   * Creates a new secret. It becomes active when a code made from it is confirmed. A person who
   * already has a second factor must have proved it in this sign-in.
   */
  begin: defineWrite({
    path: '/api/manage/factor/begin',
    who,
    allowedDuringSignIn: true,
    input: recordCodec({}),
    output: recordCodec({
      secret: textCodec(),
      address: textCodec(),
    }),
  }),
  /** Confirms the new secret. Returns the recovery codes, which cannot be read again. */
  confirm: defineWrite({
    path: '/api/manage/factor/confirm',
    ownsTransactions: true,
    who,
    allowedDuringSignIn: true,
    input: recordCodec({ code }),
    output: recordCodec({ recovery: listCodec(textCodec()) }),
  }),
  /** Proves the second factor for this sign-in. The proof is valid for twelve hours. */
  prove: defineWrite({
    path: '/api/manage/factor/prove',
    ownsTransactions: true,
    who,
    allowedDuringSignIn: true,
    input: recordCodec({ code }),
  }),
  /** Removes the second factor; refused if it is required. */
  remove: defineWrite({
    path: '/api/manage/factor/remove',
    who,
    input: recordCodec({}),
  }),
}
