import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineFile, defineRead, defineWrite } from './call.ts'
import {
  booleanCodec,
  requiredKey,
  lazyCodec,
  optionalKey,
  recordCodec,
  withEncoder,
  textCodec,
  encodeUnchanged,
  type CodecValue,
} from './codec.ts'
import { ROLES, type StaffRole } from './roles.ts'
import { acceptIfKeyPresent, acceptIfResultsOne } from './rules.ts'

/** A student as the binding calls return it. */
export const Student = recordCodec({
  code: requiredKey('stuCode', textCodec(v.nonEmpty())),
  /** The campus number; '' for a new student who only has an exam number (D-13). */
  number: requiredKey('stuNumber', textCodec()),
  /** Absent on other backends; the number that the student typed is then used. */
  examNumber: optionalKey('examNumber', textCodec()),
  name: textCodec(),
  phone: requiredKey('telephone', textCodec()),
  major: requiredKey('majorName', textCodec()),
  majorCode: requiredKey('majorId', textCodec()),
  idCard: textCodec(),
  entryYear: requiredKey('enterSchoolYear', textCodec()),
  gradeYear: requiredKey('grade2', textCodec()),
  /** '1' postgraduate, '2' undergraduate. */
  enrolment: requiredKey('enrollType', textCodec()),
  type: textCodec(),
  gender: optionalKey('gender', textCodec()),
  grade: optionalKey('grade', textCodec()),
  department: optionalKey('deptName', textCodec()),
  className: optionalKey('className', textCodec()),
  status: optionalKey('status', textCodec()),
})
/** A student as the binding calls return it. */
export type Student = CodecValue<typeof Student>

// Absent on other backends. A list with values other than our roles counts as absent too.
const roles = lazyCodec<StaffRole[] | undefined>({
  decode: () => v.fallback(v.optional(v.array(v.picklist(ROLES))), undefined),
  encode: encodeUnchanged,
})

/** A staff member; type '3' on the wire. */
export const Staff = recordCodec({
  type: textCodec(v.literal('3')),
  name: requiredKey('userName', textCodec()),
  code: requiredKey('userCode', textCodec(v.nonEmpty())),
  id: requiredKey('userId', textCodec()),
  department: requiredKey('deptName', textCodec()),
  /** The staff member's job title, for display only; the permissions are in `roles`. */
  post: textCodec(),
  roles: { wire: ['roles'], codec: roles },
  /** True if the person signed in with the office's first password and must replace it. */
  firstPassword: optionalKey('firstPassword', booleanCodec),
})
/** A staff member; type '3' on the wire. */
export type Staff = CodecValue<typeof Staff>

/** A bound person: a student or a staff member. */
export type Person = ({ role: 'student' } & Student) | ({ role: 'staff' } & Staff)

/** A person as the sign-in calls return it. */
export const Person = lazyCodec<Person>({
  decode: () =>
    v.union([
      v.pipe(
        Staff.decode,
        v.transform((staff) => ({ role: 'staff' as const, ...staff })),
      ),
      v.pipe(
        Student.decode,
        v.transform((student) => ({ role: 'student' as const, ...student })),
      ),
    ]),
  encode: (person) => (person.role === 'staff' ? Staff.encode(person) : Student.encode(person)),
  schema: () =>
    v.custom<Person>((value) => typeof value === 'object' && value !== null && 'role' in value),
})

const loose = textCodec()
// A password is not trimmed: its spaces count, and trimming would accept another password.
const password = lazyCodec<string>({ decode: () => v.string(), encode: encodeUnchanged })

/** Identity and binding: online only, never queued, never repeated automatically (OFF-25). */
export const identity = {
  /**
   * Exchanges the messaging app's code for its user; the server makes the exchange (ID-31, security
   * 2).
   */
  exchangeCode: defineWrite({
    path: '/wx/code/getCode',
    root: 'management',
    who: 'anyone',
    input: recordCodec({
      code: textCodec(v.nonEmpty()),
      app: requiredKey('appid', loose),
      state: loose,
    }),
    output: recordCodec({
      accessToken: requiredKey('accesstoken', textCodec(v.nonEmpty())),
      user: requiredKey(
        'userInfo',
        recordCodec({
          openId: textCodec(v.nonEmpty()),
          nickname: loose,
          avatar: requiredKey('headImgUrl', loose),
        }),
      ),
    }),
    rule: acceptIfKeyPresent('accesstoken'),
  }),
  /**
   * A person's avatar in the messaging app, served from this host, because the app must not load
   * pictures of other hosts (security 10).
   */
  accountPicture: defineFile({ path: '/api/upload/likeness', who: 'anyone', parameter: 'key' }),
  /** Binds this messaging account to a student; exactly one of the two numbers is sent (ID-16). */
  bind: defineWrite({
    path: '/api/binding/bindOpenId',
    who: 'anyone',
    input: recordCodec({
      idCard: loose,
      openId: loose,
      examNumber: optionalKey('examNumber', loose),
      studentNumber: optionalKey('stuNumber', loose),
    }),
    rule: acceptIfResultsOne,
  }),
  /**
   * Finds the person by number and ID number or, if a token is sent, by the token alone (ID-17,
   * D-15, D-17).
   */
  find: defineWrite({
    path: '/api/binding/findstu',
    who: 'anyone',
    input: recordCodec({
      number: requiredKey('stuNumber', loose),
      idCard: loose,
      openId: loose,
    }),
    output: recordCodec({
      person: requiredKey('results', Person),
      token: textCodec(v.nonEmpty()),
      // The text 'true' or a boolean (D-29).
      reportOpen: requiredKey('stuIsReport', withEncoder(booleanCodec, String)),
      /**
       * When this person was last bound on another phone, if that was after the binding on this
       * phone; ISO instant (security 2).
       */
      boundElsewhereAt: optionalKey('boundElsewhereAt', loose),
      /**
       * When somebody last tried to guess this identity's credentials after this phone was bound,
       * ISO instant.
       */
      guessedAt: optionalKey('guessedAt', loose),
    }),
    rule: acceptIfKeyPresent('results'),
  }),
  /** Staff sign-in (ID-18). */
  signIn: defineWrite({
    path: '/api/sys/login',
    who: 'anyone',
    input: recordCodec({
      workNumber: requiredKey('userCode', loose),
      openId: loose,
      password,
    }),
    output: recordCodec({
      person: requiredKey('user', Person),
      token: textCodec(v.nonEmpty()),
    }),
  }),
  /** Ends the binding of this phone and revokes its token (ID-19). */
  unbind: defineWrite({
    path: '/api/binding/cleanOpenId',
    who: 'bound',
    allowedDuringSignIn: true,
    input: recordCodec({
      student: optionalKey('stuCode', loose),
      idCard: optionalKey('idCard', loose),
      workNumber: optionalKey('userCode', loose),
      type: loose,
    }),
    rule: acceptIfResultsOne,
  }),
  /**
   * Whether this student has been checked in on campus; msg '1' is yes (ID-20). The response is
   * cached, because the pass opens offline after both checks (D-30). A request can contain the
   * phone's public key (x and y, base64url). The response then contains a credential for that key,
   * if the student is allowed to have one.
   */
  registration: defineRead({
    path: '/api/binding/checkStuRegStatus',
    who: 'student',
    offline: 'cached',
    input: recordCodec({
      student: requiredKey('stuCode', loose),
      phoneKey: optionalKey(
        'key',
        textCodec(v.maxLength(100, validationMessage(commonTexts.badField))),
      ),
    }),
    output: recordCodec({
      checkedIn: requiredKey('msg', booleanCodec),
      pass: optionalKey(
        'pass',
        recordCodec({
          credential: textCodec(v.nonEmpty()),
          expires: requiredKey('expireTime', textCodec()),
        }),
      ),
    }),
    rule: acceptIfKeyPresent('msg'),
  }),
}

/**
 * Whether a student is new: whether the first four digits of the entry year are this year. Without
 * an entry year grade2 is compared, and without grade2 grade (D-28).
 */
export function isNewStudent(
  student: Pick<Student, 'entryYear' | 'gradeYear' | 'grade'>,
  year: number,
): boolean {
  const said = [student.entryYear, student.gradeYear, student.grade].find(
    (one) => one !== undefined && one !== '',
  )
  return said?.slice(0, 4) === String(year)
}

/**
 * The student's number in the interface and in URLs: the campus number, else the exam number, else
 * the typed number (D-13).
 */
export const displayedStudentNumber = (
  student: Pick<Student, 'number' | 'examNumber'>,
  typed = '',
): string => (student.number !== '' ? student.number : (student.examNumber ?? typed))
