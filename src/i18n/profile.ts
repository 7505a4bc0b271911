import { studentFields } from './fields/student.ts'

/** The profile and account security (PRO rows; D-12, D-94 to D-96). */
export const profileTexts = {
  phoneWrong: studentFields.phoneWrong,
  idCardWrong: { zh: '请输入正确的身份证号', en: 'Enter a correct ID card number' },
  mismatch: { zh: '输入不一致', en: 'The two entries differ' },
  askAdministrator: { zh: '请联系管理员', en: 'Contact the administrator' },
  pictureType: {
    zh: '图片类型必须是gif、jpg、jpeg、png、bmp中的一种',
    en: 'The picture must be a gif, jpg, jpeg, png or bmp',
  },
  title: { zh: '个人资料', en: 'Profile' },
  picture: { zh: '头像', en: 'Picture' },
  changePhone: { zh: '修改手机号', en: 'Change the phone number' },
  changePassword: { zh: '修改密码', en: 'Change password' },
  choosePicture: { zh: '选择图片', en: 'Choose a picture' },
  noPicture: {
    zh: '选择图片后，拖动和缩放到合适的位置',
    en: 'Choose a picture, then move and enlarge it until it fits',
  },
  chooseAgain: { zh: '重新选择', en: 'Choose another' },
  cropText: { zh: '框内的部分会成为头像', en: 'What is in the frame becomes your picture' },
  crop: { zh: '裁剪框，用方向键移动图片', en: 'The frame; the arrow keys move the picture' },
  enlarge: { zh: '缩放', en: 'Enlarge' },
  usePicture: { zh: '使用这张图片', en: 'Use this picture' },
  pictureSaved: { zh: '头像已更新', en: 'Your picture has been changed' },
  pictureBroken: {
    zh: '图片无法读取，请重新选择',
    en: 'This picture cannot be read, choose another',
  },
  currentPhone: { zh: '当前手机号', en: 'Your number now' },
  currentPhoneText: {
    zh: '先输入登记的手机号，再更换',
    en: 'Enter the number on record first, then change it',
  },
  newPhone: { zh: '新手机号', en: 'New number' },
  verifyPhone: { zh: '验证手机号', en: 'Verify the number' },
  codeSentTo: {
    zh: (phone: string) => `验证码发送至 ${phone}`,
    en: (phone: string) => `The code goes to ${phone}`,
  },
  code: studentFields.code,
  sendCode: studentFields.sendCode,
  sendAgain: {
    zh: (seconds: number) => `${seconds} 秒后重发`,
    en: (seconds: number) => `${seconds} s`,
  },
  codeSent: studentFields.codeSent,
  demoCode: {
    zh: (code: string) => `演示校园不发短信，验证码是 ${code}`,
    en: (code: string) => `The demo campus sends no SMS. The code is ${code}`,
  },
  next: { zh: '下一步', en: 'Next' },
  done: { zh: '完成', en: 'Done' },
  phoneChanged: { zh: '手机号已修改', en: 'The phone number has been changed' },
  oldPassword: { zh: '原密码', en: 'Old password' },
  newPassword: { zh: '新密码', en: 'New password' },
  confirmPassword: { zh: '确认密码', en: 'Again' },
  passwordRule: { zh: '6至20个字符', en: '6 to 20 characters' },
  passwordRuleOfStaff: {
    zh: '10至20个字符，不能是工号或常见密码',
    en: '10 to 20 characters; not the work number, and none that is common',
  },
  showPassword: { zh: '显示密码', en: 'Show the passwords' },
  forgot: { zh: '忘记密码', en: 'Forgot it?' },
  passwordChanged: {
    zh: '密码已修改，其他设备需要重新登录',
    en: 'The password has been changed. Other devices must sign in again',
  },
  identity: { zh: '身份验证', en: 'Identity check' },
  idCard: studentFields.idCard,
  identityText: {
    zh: '没有居民身份证的，请输入登记的证件号码。验证通过后即可重置密码',
    en: 'Without a resident ID card, enter the number of your recorded document. Once verified, you can reset your password',
  },
  reset: { zh: '重置密码', en: 'Reset the password' },
} as const
