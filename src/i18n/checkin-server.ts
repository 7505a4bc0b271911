import { actionResultTexts } from './action-results.ts'

/** The university's replies to a scan (SCN rows; D-97, D-98). */
export const checkinServerTexts = {
  confirmed: actionResultTexts.checkedIn,
  confirmedAlready: { zh: '该学生已确认', en: 'This student is confirmed already' },
  deleteFailed: actionResultTexts.deleteFailed,
  unreadable: { zh: '这不是报到码，请重新扫码', en: 'This is no check-in code. Scan again' },
  forged: { zh: '报到码签名无效', en: 'The signature of this code is not valid' },
  expired: {
    zh: '报到码已过期，请学生联网刷新',
    en: 'This code has expired. The student must renew it with a network',
  },
  revoked: {
    zh: '这部手机上的报到码已停用，请学生在自己登录的手机上打开报到码',
    en: 'The code of this phone was revoked. The student must open it on the phone they are signed in on',
  },
  sealedElsewhere: {
    zh: '学校已无法解开这条登记，请让学生重新出示报到码',
    en: 'The university cannot open this check-in any more. Scan the student again',
  },
  screenshot: {
    zh: '报到码不是刚刚生成的，可能是截图',
    en: 'This code was not made just now. It may be a screenshot',
  },
  wrongClock: {
    zh: '扫码时间不对，请检查手机时间后重新扫码',
    en: 'The time of the scan is wrong. Check the clock of this phone and scan again',
  },
  scannedTooLongAgo: {
    zh: '扫码已超过 7 天，请重新扫码',
    en: 'This was scanned more than 7 days ago. Scan again',
  },
  passNeeded: { zh: '请扫描学生手机上的报到码', en: "Scan the code on the student's phone" },
  unknownStudent: { zh: '没有找到该学生', en: 'There is no such student' },
  /** `name` is '' for a bare number, which proves nothing. */
  otherBuilding: {
    zh: (name: string, building: string) =>
      `${name || '该学生'}不住在您管理的楼栋，请到${building}登记`,
    en: (name: string, building: string) =>
      `${name || 'This student'} lives in ${building}, which is not one of your buildings`,
  },
  noRoom: {
    zh: (name: string) => `${name || '该学生'}还没有分配宿舍`,
    en: (name: string) => `${name || 'This student'} has no room yet`,
  },
  noBuildings: {
    zh: '尚未为您分配楼栋，请联系管理员',
    en: 'No building has been given to you. Ask the administrator',
  },
  withdrawn: { zh: '该学生已退学，不能登记', en: 'This student has withdrawn' },
  notAdmitted: {
    zh: '该学生还没有通过报到资格审核，请先到报到处',
    en: 'The admission of this student is not confirmed. Send them to the admissions desk first',
  },
  takenBack: { zh: '该登记已被撤销，请重新扫码', en: 'This check-in was taken back. Scan again' },
  notYours: {
    zh: (by: string) => `这次登记由${by}确认，请由本人或宿管科撤销`,
    en: (by: string) => `${by} has confirmed this: they or the dormitory office can take it back`,
  },
  scannerMayNot: {
    zh: '扫码的工作人员不负责该楼栋，或账号已停用，不能以其名义登记',
    en: 'Who is said to have scanned does not look after this building, or their account was closed then',
  },
  /** Between two parts of a reply. */
  joint: { zh: '；', en: '. ' },
  keyRecorded: { zh: '钥匙发放已登记', en: 'The key is recorded as handed over' },
  keyGivenAlready: {
    zh: (time: string, by: string) => `钥匙已由${by}于 ${time} 发放，请勿重复发放`,
    en: (time: string, by: string) => `${by} handed over the key on ${time}. Give no second key`,
  },
  keyWithoutArrival: {
    zh: '该学生还没有登记入住，请先扫码确认',
    en: 'This student has not been checked in yet. Scan and confirm first',
  },
  unknownScanner: {
    zh: '没有找到扫码的工作人员',
    en: 'There is no such staff member who has scanned',
  },
} as const

/** For a student whose code is also shown by another phone. */
export const passPhoneTexts = {
  title: { zh: '报到码已在另一部手机上启用', en: 'Your check-in code is on another phone' },
  content: {
    zh: '您的报到码刚刚在一部新的手机或浏览器上启用。\n如果不是您本人操作，请在首页联系招生处解除绑定：解除后，那部手机上的报到码立即失效。',
    en: 'Your check-in code was just opened on a new phone or browser.\nIf that was not you, ask the admissions office to unbind it: its code is then worth nothing at once.',
  },
} as const
