import { studentFields } from './fields/student.ts'

/** The page of personal details (FAM rows). */
export const personalDetailsTexts = {
  name: studentFields.name,
  title: { zh: '个人详细信息', en: 'Personal details' },
  intro: {
    zh: '由学校核对，验证码发到您填写的手机。',
    en: 'The university checks these. The code goes to the number you enter.',
  },
  introPlain: { zh: '由学校核对。', en: 'The university checks these.' },
  loadFailed: { zh: '个人详细信息加载失败', en: 'Your details could not be loaded' },
  saved: { zh: '已保存', en: 'Saved' },
  wechat: { zh: '微信号', en: 'WeChat id' },
  email: studentFields.email,
  phone: studentFields.mobile,
  code: studentFields.code,
  sendCode: studentFields.sendCode,
  sendAgain: {
    zh: (seconds: number) => `${seconds}秒后重发`,
    en: (seconds: number) => `Again in ${seconds} s`,
  },
  codeSent: studentFields.codeSent,
  demoCode: {
    zh: (code: string) => `演示环境不发短信，验证码：${code}`,
    en: (code: string) => `The demo sends no SMS. Your code: ${code}`,
  },
} as const
