import { commonWords } from '../words/common.ts'
import { familyWords } from '../words/family.ts'
import { read, write } from './call.ts'
import { key, list, maybeKey, record, text, type Value } from './codec.ts'
import { choice, DETAILS_PHONE, mobile } from './fields.ts'
import { codeZero, present } from './rules.ts'

const Own = record({
  student: key('stuCode', text()),
  number: key('stuNumber', text()),
  examNumber: maybeKey('examNumber', text()),
  name: key('stuName', text()),
  /** '1' is male, anything else female (ID-42). */
  gender: key('gender', text()),
  /** Never kept on the phone (D-105); '' then. */
  idCard: key('idCard', text()),
  phone: key('stuPhone', text()),
  entryYear: key('enterSchoolYear', text()),
  grade: key('grade', text()),
  department: key('deptName', text()),
  major: key('majorName', text()),
  className: key('className', text()),
  /** The key of the stored face photo, '' for none (ID-43). */
  photo: key('newPhotoPath', text()),
})
/** The student's own record, as the flow pages show it. */
export type OwnRecord = Value<typeof Own>

/** What a code by SMS proves: a new phone of one's own, or the phone of the personal details. */
export const CODE_SCENES = ['change', 'details'] as const

const phone = mobile({
  empty: familyWords.detailsPhoneRequired,
  wrong: familyWords.detailsPhoneWrong,
  pattern: DETAILS_PHONE,
})

/** The student's own record and its safety. */
export const profile = {
  /** The own record; results[0] is the student (FAM-08). */
  own: read({
    path: '/api/NewReports/findInformation',
    who: 'student',
    offline: 'kept',
    input: record({ student: key('stuCode', text()) }),
    output: record({ records: key('results', list(Own)) }),
    rule: present('results'),
  }),
  /** Send a code by SMS; refused within 60 s (decisions section 16). */
  sendCode: write({
    path: '/api/userSafe/sendCode',
    who: 'bound',
    input: record({
      student: maybeKey('stuCode', text()),
      staff: maybeKey('userCode', text()),
      phone: key('phone', phone),
      scene: key('scene', choice(CODE_SCENES, commonWords.badField)),
    }),
    /** The demo campus has no SMS and says the code itself. */
    output: record({ demoCode: maybeKey('demoCode', text()) }),
    rule: codeZero,
  }),
}
