import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { defineRead, defineWrite } from './call.ts'
import { key, list, record, text, type CodecValue } from './codec.ts'
import { requiredText } from './fields.ts'
import { codeZero } from './rules.ts'

const SupervisorDevice = record({
  id: key('id', text()),
  /** The work number and name of the supervisor. */
  code: key('code', text()),
  name: key('name', text()),
  buildings: key('buildings', list(text())),
  /** When it signed in and when it last made a request, to the hour; ISO instants. */
  since: key('since', text()),
  heardAt: key('heardAt', text()),
})
/** A device on which a supervisor is signed in. */
export type SupervisorDevice = CodecValue<typeof SupervisorDevice>

/**
 * The devices of supervisors, each with a roster. A revoked device loses its sign-in, key and
 * roster at its next contact; the scans on it stay and can be delivered.
 */
export const devices = {
  list: defineRead({
    path: '/api/manage/devices/list',
    who: ['administrator', 'dorm-office'],
    offline: 'online-only',
    input: record({ find: key('find', text(v.maxLength(100))), after: key('after', text()) }),
    output: record({ devices: key('data', list(SupervisorDevice)), next: key('next', text()) }),
    rule: codeZero,
  }),
  revoke: defineWrite({
    path: '/api/manage/devices/revoke',
    who: ['administrator', 'dorm-office'],
    input: record({
      id: key('id', requiredText(commonTexts.badField)),
      reason: key('reason', requiredText(commonTexts.badField, 200)),
    }),
    output: record({}),
    rule: codeZero,
  }),
}
