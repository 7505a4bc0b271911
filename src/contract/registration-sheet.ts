import { defineRead } from './call.ts'
import {
  requiredKey,
  listCodec,
  optionalKey,
  recordCodec,
  textCodec,
  type CodecValue,
} from './codec.ts'
import { fenField } from './fields.ts'
import { textKeys } from './record-keys.ts'

const RegistrationSheet = recordCodec({
  name: textCodec(),
  department: requiredKey('deptName', textCodec()),
  ...textKeys('className', 'email', 'phone'),
  payments: requiredKey(
    'tuitionWay',
    listCodec(
      recordCodec({
        way: requiredKey('tuitionWay', textCodec()),
        fees: requiredKey('tuitionFees', fenField),
      }),
    ),
  ),
  /**
   * The amounts paid, offset and owed in the whole fee year. Only our backend sends this key and
   * the keys below it.
   */
  paid: optionalKey('paidFees', fenField),
  offset: optionalKey('offsetFees', fenField),
  owed: optionalKey('owedFees', fenField),
  /** Where the student lives; absent without a bed. */
  building: optionalKey('dormName', textCodec()),
  room: optionalKey('dormno', textCodec()),
  bed: optionalKey('bedID', textCodec()),
  /**
   * The code that a scanner accepts on paper (D-30); absent if scanners accept only the pass on a
   * phone.
   */
  code: optionalKey('stuCode', textCodec()),
})
/** The report sheet (RPT-09); fees in fen. */
export type RegistrationSheet = CodecValue<typeof RegistrationSheet>

/** The report sheet. */
export const registrationSheet = {
  sheet: defineRead({
    path: '/reportBill/QueryStuMessage',
    who: 'student',
    input: recordCodec({
      idCard: textCodec(),
      year: requiredKey('years', textCodec()),
      payType: textCodec(),
    }),
    output: recordCodec({ sheet: requiredKey('data', RegistrationSheet) }),
  }),
}
