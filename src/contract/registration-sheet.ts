import { defineRead } from './call.ts'
import { key, list, optionalKey, record, text, type CodecValue } from './codec.ts'
import { money } from './fields.ts'
import { codeZero } from './rules.ts'

const RegistrationSheet = record({
  name: key('name', text()),
  department: key('deptName', text()),
  className: key('className', text()),
  email: key('email', text()),
  phone: key('phone', text()),
  payments: key(
    'tuitionWay',
    list(record({ way: key('tuitionWay', text()), fees: key('tuitionFees', money) })),
  ),
  /**
   * The amounts paid, offset and owed in the whole fee year. This key and the following ones are
   * our backend's own.
   */
  paid: optionalKey('paidFees', money),
  offset: optionalKey('offsetFees', money),
  owed: optionalKey('owedFees', money),
  /** Where the student lives; absent without a bed. */
  building: optionalKey('dormName', text()),
  room: optionalKey('dormno', text()),
  bed: optionalKey('bedID', text()),
  /** The code that a scanner accepts on paper (D-30); absent if it accepts only a phone's pass. */
  code: optionalKey('stuCode', text()),
})
/** The report sheet (RPT-09); fees in fen. */
export type RegistrationSheet = CodecValue<typeof RegistrationSheet>

/** The report sheet. */
export const registrationSheet = {
  sheet: defineRead({
    path: '/reportBill/QueryStuMessage',
    who: 'student',
    offline: 'online-only',
    input: record({
      idCard: key('idCard', text()),
      year: key('years', text()),
      payType: key('payType', text()),
    }),
    output: record({ sheet: key('data', RegistrationSheet) }),
    rule: codeZero,
  }),
}
