import type { DemoUser } from '#contract/page-settings'
import type { StaffRole } from '#contract/roles'
import { demoCampusTexts } from '#i18n/demo-campus'

/** A student of the demo campus. */
export interface DemoStudent extends DemoUser {
  readonly how: 'exam' | 'student'
  readonly name: string
  readonly gender: '1' | '2'
  readonly enrolment: '1' | '2'
  /** The number of years since the student entered. */
  readonly yearsAgo: number
  readonly major: number
}

/** A staff member of the demo campus. */
export interface DemoStaff extends DemoUser {
  readonly how: 'staff'
  readonly name: string
  readonly department: string
  readonly post: string
  readonly phone: string
  /**
   * The ID number. Staff without one have to ask the administrator to reset a forgotten password.
   */
  readonly idCard?: string
}

const exam = { how: 'exam', enrolment: '2', yearsAgo: 0 } as const
const student = { how: 'student', enrolment: '2' } as const
const staff = { how: 'staff' } as const

/** The known students, on whom tests and visitors rely. */
export const demoStudents: readonly DemoStudent[] = [
  {
    ...exam,
    who: demoCampusTexts.fresh,
    number: '990001',
    secret: '110101200801010015',
    name: '陈晓雨',
    gender: '2',
    major: 0,
  },
  {
    ...exam,
    who: demoCampusTexts.finished,
    number: '990002',
    secret: '110101200801010023',
    name: '李明轩',
    gender: '1',
    major: 1,
  },
  {
    ...exam,
    who: demoCampusTexts.loan,
    number: '990003',
    secret: '110101200801010031',
    name: '王思远',
    gender: '1',
    major: 2,
  },
  {
    ...exam,
    who: demoCampusTexts.postgraduate,
    number: '990004',
    secret: '110101200301010045',
    name: '赵一诺',
    gender: '2',
    enrolment: '1',
    major: 0,
  },
  {
    ...exam,
    who: demoCampusTexts.companion,
    number: '990005',
    secret: '110101200801010058',
    name: '黄子涵',
    gender: '2',
    major: 3,
  },
  {
    ...student,
    who: demoCampusTexts.continuing,
    number: '880001',
    secret: '110101200601010019',
    name: '刘嘉怡',
    gender: '2',
    yearsAgo: 2,
    major: 0,
  },
  {
    ...student,
    who: demoCampusTexts.international,
    number: '880002',
    secret: '110101200601010027',
    name: '林安娜',
    gender: '2',
    yearsAgo: 1,
    major: 4,
  },
  {
    ...student,
    who: demoCampusTexts.rejected,
    number: '880003',
    secret: '110101200601010035',
    name: '周浩然',
    gender: '1',
    yearsAgo: 2,
    major: 1,
  },
]

/** The known staff, on whom tests and visitors rely. */
export const demoStaff: readonly DemoStaff[] = [
  {
    ...staff,
    who: demoCampusTexts.staff,
    number: 'T1001',
    secret: 'campus-T1001',
    name: '孙建国',
    department: '信息中心',
    post: '教师',
    phone: '13810010001',
  },
  {
    ...staff,
    who: demoCampusTexts.supervisor,
    number: 'T2001',
    secret: 'campus-T2001',
    name: '吴秀英',
    department: '后勤处',
    post: '宿管',
    phone: '13820010001',
    idCard: '110101197801010022',
  },
  {
    ...staff,
    who: demoCampusTexts.reviewer,
    number: 'T3001',
    secret: 'campus-T3001',
    name: '郑文博',
    department: '学生处',
    post: '审核老师',
    phone: '13830010001',
    idCard: '110101197901010011',
  },
]

/** The office staff of the demo campus with their roles. */
export const demoOfficeStaff: readonly (DemoStaff & { readonly role: StaffRole })[] = [
  {
    ...staff,
    who: demoCampusTexts.administrator,
    number: 'T4001',
    secret: 'campus-T4001',
    name: '何晓东',
    department: '信息中心',
    post: '系统管理员',
    phone: '13840010001',
    role: 'administrator',
  },
  {
    ...staff,
    who: demoCampusTexts.admissions,
    number: 'T5001',
    secret: 'campus-T5001',
    name: '马丽华',
    department: '招生办公室',
    post: '招生专员',
    phone: '13850010001',
    role: 'admissions',
  },
  {
    ...staff,
    who: demoCampusTexts.finance,
    number: 'T6001',
    secret: 'campus-T6001',
    name: '钱立新',
    department: '财务处',
    post: '会计',
    phone: '13860010001',
    role: 'finance',
  },
  {
    ...staff,
    who: demoCampusTexts.dormOffice,
    number: 'T7001',
    secret: 'campus-T7001',
    name: '冯雪梅',
    department: '公寓管理中心',
    post: '公寓管理员',
    phone: '13870010001',
    role: 'dorm-office',
  },
  {
    ...staff,
    who: demoCampusTexts.counsellor,
    number: 'T8501',
    secret: 'campus-T8501',
    name: '孙晓燕',
    department: '计算机学院',
    post: '辅导员',
    phone: '13885010001',
    role: 'counsellor',
  },
]

/** The demo users shown on the sign-in page. */
export const demoPeople: readonly DemoUser[] = [
  ...demoStudents,
  ...demoStaff,
  ...demoOfficeStaff,
].map(({ who, how, number, secret }) => ({
  who,
  how,
  number,
  secret,
}))
