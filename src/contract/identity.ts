import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineFile, defineRead, defineWrite } from './call.ts'
import {
  flag,
  key,
  lazyCodec,
  optionalKey,
  record,
  withEncoder,
  text,
  passThrough,
  type CodecValue,
} from './codec.ts'
import { ROLES, type StaffRole } from './roles.ts'
import { codeZero, keyPresentRule, resultsOne } from './rules.ts'

/** A student as the binding calls return it. */
export const Student = record({
  code: key('stuCode', text(v.nonEmpty())),
  /** The campus number; '' for a new student who only has an exam number (D-13). */
  number: key('stuNumber', text()),
  /** Absent on other backends; then the typed number is used. */
  examNumber: optionalKey('examNumber', text()),
  name: key('name', text()),
  phone: key('telephone', text()),
  major: key('majorName', text()),
  majorCode: key('majorId', text()),
  idCard: key('idCard', text()),
  entryYear: key('enterSchoolYear', text()),
  gradeYear: key('grade2', text()),
  /** '1' postgraduate, '2' undergraduate. */
  enrolment: key('enrollType', text()),
  type: key('type', text()),
  gender: optionalKey('gender', text()),
  grade: optionalKey('grade', text()),
  department: optionalKey('deptName', text()),
  className: optionalKey('className', text()),
  status: optionalKey('status', text()),
})
/** A student as the binding calls return it. */
export type Student = CodecValue<typeof Student>

// Absent on other backends; a list with other values there counts as absent too.
const roles = lazyCodec<StaffRole[] | undefined>({
  decode: () => v.fallback(v.optional(v.array(v.picklist(ROLES))), undefined),
  encode: passThrough,
})

/** A staff member; type '3' on the wire. */
export const Staff = record({
  type: key('type', text(v.literal('3'))),
  name: key('userName', text()),
  code: key('userCode', text(v.nonEmpty())),
  id: key('userId', text()),
  department: key('deptName', text()),
  /** A text for people; the permissions are in `roles`. */
  post: key('post', text()),
  roles: { wire: ['roles'], codec: roles },
  /** The person signed in with the office's first password and must replace it. */
  firstPassword: optionalKey('firstPassword', flag),
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

const loose = text()
// A password keeps its spaces: trimming would accept another password.
const password = lazyCodec<string>({ decode: () => v.string(), encode: passThrough })

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
    input: record({
      code: key('code', text(v.nonEmpty())),
      app: key('appid', loose),
      state: key('state', loose),
    }),
    output: record({
      accessToken: key('accesstoken', text(v.nonEmpty())),
      user: key(
        'userInfo',
        record({
          openId: key('openId', text(v.nonEmpty())),
          nickname: key('nickname', loose),
          avatar: key('headImgUrl', loose),
        }),
      ),
    }),
    rule: keyPresentRule('accesstoken'),
  }),
  /**
   * The messaging app's avatar of a person, served from this host: pictures of other hosts may not
   * be loaded (security 10).
   */
  accountPicture: defineFile({ path: '/api/upload/likeness', who: 'anyone', parameter: 'key' }),
  /** Binds this messaging account to a student; exactly one of the two numbers is sent (ID-16). */
  bind: defineWrite({
    path: '/api/binding/bindOpenId',
    who: 'anyone',
    input: record({
      idCard: key('idCard', loose),
      openId: key('openId', loose),
      examNumber: optionalKey('examNumber', loose),
      studentNumber: optionalKey('stuNumber', loose),
    }),
    output: record({}),
    rule: resultsOne,
  }),
  /**
   * Finds the person by number and ID card, or, with a token, by the token alone (ID-17, D-15,
   * D-17).
   */
  find: defineWrite({
    path: '/api/binding/findstu',
    who: 'anyone',
    input: record({
      number: key('stuNumber', loose),
      idCard: key('idCard', loose),
      openId: key('openId', loose),
    }),
    output: record({
      person: key('results', Person),
      token: key('token', text(v.nonEmpty())),
      // The text 'true' or a boolean (D-29).
      reportOpen: key('stuIsReport', withEncoder(flag, String)),
      /** When another phone bound this identity after this phone, ISO instant (security 2). */
      boundElsewhereAt: optionalKey('boundElsewhereAt', loose),
      /** When somebody last tried to guess this identity's credentials since then, ISO instant. */
      guessedAt: optionalKey('guessedAt', loose),
    }),
    rule: keyPresentRule('results'),
  }),
  /** Staff sign-in (ID-18). */
  signIn: defineWrite({
    path: '/api/sys/login',
    who: 'anyone',
    input: record({
      workNumber: key('userCode', loose),
      openId: key('openId', loose),
      password: key('password', password),
    }),
    output: record({ person: key('user', Person), token: key('token', text(v.nonEmpty())) }),
    rule: codeZero,
  }),
  /** Ends the binding of this phone and revokes its token (ID-19). */
  unbind: defineWrite({
    path: '/api/binding/cleanOpenId',
    who: 'bound',
    unproven: true,
    input: record({
      student: optionalKey('stuCode', loose),
      idCard: optionalKey('idCard', loose),
      workNumber: optionalKey('userCode', loose),
      type: key('type', loose),
    }),
    output: record({}),
    rule: resultsOne,
  }),
  /**
   * Whether this student has been checked in on campus; msg '1' is yes (ID-20). Cached, because the
   * pass opens offline after both checks (D-30). If the request contains the phone's public key (x
   * and y, base64url), the response contains a credential for it, if the student may have one.
   */
  registration: defineRead({
    path: '/api/binding/checkStuRegStatus',
    who: 'student',
    offline: 'cached',
    input: record({
      student: key('stuCode', loose),
      phoneKey: optionalKey('key', text(v.maxLength(100, validationMessage(commonTexts.badField)))),
    }),
    output: record({
      checkedIn: key('msg', flag),
      pass: optionalKey(
        'pass',
        record({
          credential: key('credential', text(v.nonEmpty())),
          expires: key('expireTime', text()),
        }),
      ),
    }),
    rule: keyPresentRule('msg'),
  }),
}

/**
 * Whether a student is new: the first four digits of the entry year, else of grade2, else of grade,
 * are this year (D-28).
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
 * The number in the interface and in URLs: the campus number, else the exam number, else the typed
 * number (D-13).
 */
export const shownNumber = (student: Pick<Student, 'number' | 'examNumber'>, typed = ''): string =>
  student.number !== '' ? student.number : (student.examNumber ?? typed)
