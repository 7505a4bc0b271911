import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { defineRead, defineWrite } from './call.ts'
import { listCodec, recordCodec, textCodec, type CodecValue } from './codec.ts'
import { requiredTextField } from './fields.ts'
import { pageOf } from './record-keys.ts'

const SupervisorDevice = recordCodec({
  id: textCodec(),
  /** The work number and name of the supervisor. */
  code: textCodec(),
  name: textCodec(),
  buildings: listCodec(textCodec()),
  /**
   * When the person signed in on the device, and when the device last made a request, to the hour;
   * ISO instants.
   */
  since: textCodec(),
  heardAt: textCodec(),
})
/** A device on which a supervisor is signed in. */
export type SupervisorDevice = CodecValue<typeof SupervisorDevice>

/**
 * The devices of supervisors, each with a roster. A revoked device loses its sign-in, key and
 * roster at its next request. The scans on it stay and can be delivered.
 */
export const devices = {
  list: defineRead({
    path: '/api/manage/devices/list',
    who: ['administrator', 'dorm-office'],
    input: recordCodec({
      find: textCodec(v.maxLength(100)),
      after: textCodec(),
    }),
    output: pageOf('devices', SupervisorDevice),
  }),
  revoke: defineWrite({
    path: '/api/manage/devices/revoke',
    who: ['administrator', 'dorm-office'],
    input: recordCodec({
      id: requiredTextField(commonTexts.badField),
      reason: requiredTextField(commonTexts.badField, 200),
    }),
  }),
}
