import { idNumberLabel } from './fields/id-number.ts'
import { studentFields } from './fields/student.ts'

/** The page for binding and sign-in (ID rows). */
export const signInTexts = {
  title: { zh: '绑定身份', en: 'Bind your identity' },
  studentTab: { zh: '学生登录', en: 'Student' },
  staffTab: { zh: '教职工登录', en: 'Staff' },
  inputType: { zh: '输入类型', en: 'Bind with' },
  examNumber: studentFields.examNumber,
  examNumberHint: { zh: '新生', en: 'new student' },
  studentNumber: studentFields.studentNumber,
  studentNumberHint: { zh: '在校生', en: 'continuing student' },
  idCard: studentFields.idCard,
  idNumber: idNumberLabel,
  idNumberRequired: { zh: '请输入证件号码', en: 'Enter the number of your document' },
  idNumberWrong: {
    zh: '证件号码由5至18位字母和数字组成，请核对',
    en: 'The number of a document has 5 to 18 letters and digits',
  },
  idNumberHint: {
    zh: '护照、港澳或台湾居民通行证、居住证、外国人永久居留身份证上的号码',
    en: 'As on your passport, travel permit, residence permit or permanent residence card',
  },
  otherDocument: { zh: '使用其他证件', en: 'Use another document' },
  residentIdCard: { zh: '使用身份证', en: 'Use a resident ID card' },
  workNumber: { zh: '工号', en: 'Work number' },
  password: { zh: '密码', en: 'Password' },
  bind: { zh: '绑定', en: 'Bind' },
  signIn: { zh: '登录', en: 'Sign in' },
  binding: { zh: '正在绑定', en: 'Binding' },
  problems: { zh: '请检查以下内容', en: 'Please check these' },
  signingIn: { zh: '正在登录', en: 'Signing in' },
  welcome: {
    zh: (name: string) => `${name}，绑定成功`,
    en: (name: string) => `${name}, you are bound`,
  },
  demo: { zh: '演示校园 · 轻点填入', en: 'Demo campus · tap to fill in' },
  notKept: {
    zh: '这个浏览器现在不保存数据（无痕浏览、已被禁止，或存储已满）。可以绑定和使用，但关闭后要重新绑定，没有网络时不能填写。',
    en: 'This browser keeps nothing now (a private window, forbidden, or full). You can bind and use the app, but must bind again after closing it, and cannot fill in forms without a network.',
  },
  alreadyBound: { zh: '这部手机已绑定身份', en: 'This phone is bound already' },
} as const
