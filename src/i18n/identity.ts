/** Binding, sign-in, unbinding (ID rows). */
export const identityTexts = {
  inputTypeRequired: { zh: '请选择输入类型', en: 'Choose student or exam number' },
  numberRequired: { zh: '请输入学号或考生号', en: 'Enter your student or exam number' },
  numberWrong: { zh: '请输入正确的学号或考生号', en: 'Letters and digits only' },
  idCardRequired: { zh: '请输入身份证号', en: 'Enter your ID card number' },
  idCardWrong: { zh: '请输入正确的身份证号', en: 'Enter 15 digits, 18 digits, or 17 digits and X' },
  workNumberRequired: { zh: '请输入工号', en: 'Enter your work number' },
  workNumberWrong: { zh: '请输入正确的工号', en: 'Letters and digits only' },
  passwordRequired: { zh: '请输入密码', en: 'Enter your password' },
  signInFailed: { zh: '工号或密码不正确', en: 'Work number or password is wrong' },
  bindFailed: { zh: '您绑定的信息有误', en: 'What you entered does not match our records' },
  checkBound: { zh: '请检查绑定信息', en: 'Check the number that you bind' },
  bindEmpty: { zh: '绑定信息不能为空', en: 'Enter your number and your ID card number' },
  unbind: { zh: '解除绑定', en: 'Unbind' },
} as const
