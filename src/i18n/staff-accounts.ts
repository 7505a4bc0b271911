import { appShellTexts } from './app-shell.ts'
import { studentFields } from './fields/student.ts'
import { officeSectionTexts } from './office-sections.ts'
import { officeTexts } from './office.ts'
import { payAtSchoolSlipTexts } from './pay-at-school-slip.ts'
import { profileTexts } from './profile.ts'
import { signInTexts } from './sign-in.ts'
import { unbindingTexts } from './unbinding.ts'

/** Staff accounts in the office, and the second factor. */
export const staffAccountsTexts = {
  title: officeSectionTexts.staff,
  about: {
    zh: '谁能登录、谁能做什么。初始密码只显示一次，只能登录一次，登录后必须修改。',
    en: 'Who can sign in, and what each may do. A first password is shown once, opens one sign-in, and must be changed then.',
  },
  find: { zh: '工号、姓名或部门', en: 'Work number, name or department' },
  workNumber: signInTexts.workNumber,
  name: studentFields.name,
  department: { zh: '所在部门', en: 'Department' },
  post: { zh: '职务', en: 'Post' },
  phone: { zh: '联系方式', en: 'Telephone' },
  roles: { zh: '权限角色', en: 'Roles' },
  byPost: { zh: '由职务获得', en: 'By the post' },
  building: { zh: '请填写楼栋', en: 'Name a building' },
  buildings: { zh: '负责楼栋', en: 'Buildings' },
  noBuildings: { zh: '未分配楼栋', en: 'No buildings' },
  state: { zh: '账号状态', en: 'State' },
  active: { zh: '使用中', en: 'In use' },
  stale: {
    zh: '其他人刚刚修改过这个账号，请刷新后再修改',
    en: 'Somebody has just changed this account. Reload it, then change it',
  },
  closed: { zh: '已停用', en: 'Closed' },
  firstPassword: { zh: '待修改初始密码', en: 'First password not changed yet' },
  firstPasswordUsed: { zh: '初始密码已用过', en: 'First password was used' },
  noPassword: { zh: '尚无密码', en: 'No password yet' },
  anyState: { zh: '全部状态', en: 'Every state' },
  ofFirst: { zh: '初始密码未修改', en: 'First password not replaced' },
  until: {
    zh: (time: string) => `有效至 ${time}`,
    en: (time: string) => `Holds until ${time}`,
  },
  issue: { zh: '批量发放初始密码', en: 'First passwords in bulk' },
  issueAbout: {
    zh: (days: number) =>
      `向尚无自己密码的账号发放初始密码：每个只能登录一次，${days} 天内有效。已有自己密码的账号、已停用的账号和您自己的账号不受影响。`,
    en: (days: number) =>
      `Gives a first password to accounts without a password of their own. Each opens one sign-in within ${days} days. Accounts with their own password, closed accounts and your own account stay as they are.`,
  },
  issueTo: { zh: '发放范围', en: 'To which accounts' },
  issueNone: {
    zh: (count: number) => `尚无密码：${count} 个`,
    en: (count: number) => `Without a password: ${count}`,
  },
  issueFirst: {
    zh: (count: number) => `初始密码未修改：${count} 个`,
    en: (count: number) => `First password not replaced: ${count}`,
  },
  issueReplaces: {
    zh: '重新发放后，此前发给他们的初始密码立即失效。',
    en: 'The first passwords that they were given before end at once.',
  },
  nobodyWaits: {
    zh: '这个范围内没有需要初始密码的账号。',
    en: 'No account of these needs a first password.',
  },
  issueSheet: {
    zh: (count: number) => `生成 ${count} 张密码单`,
    en: (count: number) => `Make ${count} slips`,
  },
  issueSms: {
    zh: (count: number) => `用短信发给 ${count} 人`,
    en: (count: number) => `Send ${count} by SMS`,
  },
  withoutPhone: {
    zh: (count: number) => `其中 ${count} 个账号没有手机号，请为他们打印密码单。`,
    en: (count: number) => `${count} of them have no phone number. Print slips for these.`,
  },
  noSms: {
    zh: '学校没有短信服务，请打印密码单',
    en: 'The campus has no SMS service. Print slips instead',
  },
  issuing: {
    zh: (done: number, all: number) => `已发放 ${done} / ${all}`,
    en: (done: number, all: number) => `${done} of ${all} given out`,
  },
  issuedSms: {
    zh: (count: number) => `已发出 ${count} 条短信，是否送达见“短信记录”。`,
    en: (count: number) => `${count} texts are on their way. “Text messages” says how each goes.`,
  },
  issuedNone: {
    zh: '没有可发放的账号，名单可能刚刚变化。',
    en: 'No account was left to give a password to. The list may have just changed.',
  },
  slips: {
    zh: (count: number) => `${count} 张密码单`,
    en: (count: number) => `${count} slips`,
  },
  slipsOnce: {
    zh: '密码只显示这一次。请打印后沿虚线裁开，分别交给本人；离开本页后无法再次查看。',
    en: 'The passwords are shown this once. Print them, cut along the lines, and hand each to its holder. They cannot be shown again.',
  },
  slipAddress: {
    zh: (address: string) => `登录网址 ${address}`,
    en: (address: string) => `Sign in at ${address}`,
  },
  slipAbout: {
    zh: (time: string) => `只能登录一次，有效至 ${time}。登录后请立即修改，请勿转交他人。`,
    en: (time: string) =>
      `Opens one sign-in, until ${time}. Change it then, and give it to nobody.`,
  },
  print: payAtSchoolSlipTexts.print,
  again: { zh: '继续发放其余账号', en: 'Go on with the rest' },
  classes: { zh: '所带班级', en: 'Classes of the counsellor' },
  className: { zh: '请填写班级', en: 'Name a class' },
  classesHint: {
    zh: '每行一个，名称与学生名单一致；多个学院有同名班级时写作“学院/班级”',
    en: 'One a line, as in the list of students; as college/class if several colleges have the name',
  },
  noClasses: { zh: '未分配班级', en: 'No classes' },
  giveClasses: { zh: '调整班级', en: 'Change the classes' },
  tooManyClasses: { zh: '最多 200 个班级', en: 'At most 200 classes' },
  dividedClasses: {
    zh: (names: string) => `多个学院有同名班级，请写明学院：${names}`,
    en: (names: string) => `Several colleges have classes of one name; name the college: ${names}`,
  },
  unknownClasses: {
    zh: (names: string) => `没有这些班级：${names}`,
    en: (names: string) => `There are no such classes: ${names}`,
  },
  firstPasswordOver: { zh: '初始密码已过期', en: 'First password has run out' },
  withFactor: { zh: '已启用动态口令', en: 'With a second factor' },
  anyRole: { zh: '全部角色', en: 'Every role' },
  create: { zh: '新建账号', en: 'New account' },
  exists: {
    zh: '该工号已有账号',
    en: 'There is an account with this work number already',
  },
  unknown: { zh: '没有这个账号', en: 'There is no such account' },
  save: { zh: '保存账号资料', en: 'Save' },
  saved: { zh: '修改已保存', en: 'Saved' },
  shownOnce: {
    zh: '初始密码只显示这一次，请当面或电话告知本人。只能登录一次，登录后必须修改。',
    en: 'The first password is shown this once. Tell its holder in person or by telephone. It opens one sign-in and must be changed then.',
  },
  firstPasswordOf: {
    zh: (name: string) => `${name} 的初始密码`,
    en: (name: string) => `First password of ${name}`,
  },
  noted: { zh: '已记下', en: 'I have noted it' },
  resetPassword: profileTexts.reset,
  giveRoles: { zh: '调整角色', en: 'Change the roles' },
  giveBuildings: { zh: '调整楼栋', en: 'Change the buildings' },
  otherBuilding: { zh: '其他楼栋（每行一个）', en: 'Other buildings, one a line' },
  unlock: { zh: '解除登录锁定', en: 'Unblock the sign-in' },
  closedAlready: { zh: '该账号已经停用', en: 'This account is closed already' },
  openAlready: { zh: '该账号已经恢复使用', en: 'This account is open already' },
  noFactor: { zh: '该账号没有动态口令', en: 'This account has no second factor' },
  notBlocked: { zh: '该账号的登录没有被锁定', en: 'The sign-in of this account is not blocked' },
  endSignIns: { zh: '退出所有登录', en: 'End all sign-ins' },
  closeAccount: { zh: '停用账号', en: 'Close the account' },
  openAccount: { zh: '恢复账号', en: 'Open the account again' },
  resetFactor: { zh: '重置动态口令', en: 'Reset the second factor' },
  signInsTitle: { zh: '当前登录', en: 'Signed in' },
  change: { zh: '编辑资料', en: 'Correct what is known' },
  signIns: {
    zh: (count: string) => `${count} 处登录`,
    en: (count: string) => `${count} sign-ins`,
  },
  cancel: unbindingTexts.cancel,
  close: appShellTexts.close,
  lastAdministrator: {
    zh: '这是最后一位系统管理员，请先设置另一位',
    en: 'This is the last administrator. Make somebody else one first',
  },
  notYourself: {
    zh: '不能停用自己的账号，请由另一位系统管理员操作',
    en: 'You cannot close your own account. Another administrator can',
  },
  otherResetsFactor: {
    zh: '请由另一位系统管理员重置您的动态口令',
    en: 'Another administrator resets your second factor',
  },
  passwordShort: {
    zh: '教职工密码至少 10 个字符',
    en: 'A password of staff has at least 10 characters',
  },
  passwordIsNumber: { zh: '密码不能是工号', en: 'The work number is no password' },
  passwordCommon: {
    zh: '这个密码太常见，容易被猜到，请换一个',
    en: 'This password is common and easy to guess, choose another',
  },
  ownPasswordFirst: {
    zh: '请先修改初始密码（账号安全 → 修改密码），之后才能使用其他功能',
    en: 'Choose your own password first; nothing else works until then',
  },
  firstPasswordEnded: {
    zh: '初始密码已过期，请联系系统管理员重置',
    en: 'Your first password has run out. Ask the administrator for a new one',
  },
  firstPasswordSpent: {
    zh: '初始密码只能登录一次，已经用过。请联系系统管理员重新发放',
    en: 'A first password opens one sign-in, and yours was used. Ask the administrator for a new one',
  },
  changePassword: profileTexts.changePassword,
  factorFirst: {
    zh: '需要动态口令：请打开管理端完成验证',
    en: 'A second factor is needed: open the office and show it',
  },
  factorShowNow: { zh: '去验证动态口令', en: 'Show the second factor' },
  factorTitle: officeSectionTexts.factor,
  factorProve: {
    zh: '请输入身份验证器应用上的 6 位动态口令，或一个恢复码。',
    en: 'Type the six digits of your authenticator app, or a recovery code.',
  },
  factorCode: { zh: '动态口令或恢复码', en: 'Code' },
  factorBegin: {
    zh: '系统管理员和财务需要动态口令。请用身份验证器应用扫描二维码，再输入它显示的 6 位数字。',
    en: 'Administrators and finance need a second factor. Scan this with an authenticator app, then type the six digits that it shows.',
  },
  factorByHand: {
    zh: '无法扫码时，请手动输入密钥：',
    en: 'Where it cannot be scanned, type this key:',
  },
  factorPicture: { zh: '动态口令二维码', en: 'Picture of the second factor' },
  factorSubmit: { zh: '验证口令', en: 'Show it' },
  factorSetUp: { zh: '启用动态口令', en: 'Set up a second factor' },
  factorAgain: { zh: '更换手机', en: 'Move to another phone' },
  factorRemove: { zh: '停用动态口令', en: 'Go without it' },
  factorRemoved: { zh: '动态口令已停用', en: 'The second factor is off' },
  factorAbout: {
    zh: '登录管理端时，除密码外还要输入手机上的 6 位动态口令。',
    en: 'To work in the office one types six digits of one’s phone beside the password.',
  },
  factorWrong: { zh: '动态口令不正确', en: 'The code is not right' },
  factorUsed: {
    zh: '该动态口令已使用过，请等待下一个',
    en: 'This code was used already. Wait for the next one',
  },
  factorNone: {
    zh: '尚未启用动态口令',
    en: 'There is no second factor yet',
  },
  factorKey: {
    zh: '动态口令无法读取：服务器的密钥（SECRETS_KEY）已更换，请由另一位系统管理员重置',
    en: 'The second factor cannot be read: the server has another SECRETS_KEY. Another administrator can reset it',
  },
  factorRequired: {
    zh: '您的角色可查看他人信息，必须使用动态口令',
    en: 'Your role sees data of others, so it must have a second factor',
  },
  recovery: {
    zh: '恢复码只显示这一次。手机丢失时，每个恢复码可代替一次动态口令，请妥善保存。',
    en: 'The recovery codes are shown this once. When the phone is lost each stands for a code once. Keep them safe.',
  },
  recoveryLeft: {
    zh: (count: string) => `剩余恢复码 ${count} 个`,
    en: (count: string) => `${count} recovery codes left`,
  },
  recoveryKept: { zh: '已保存恢复码', en: 'I have kept them' },
} as const

/** The names of the roles. */
export const roleTexts = {
  administrator: officeTexts.administrator,
  admissions: officeTexts.admissions,
  finance: officeTexts.finance,
  'dorm-office': officeTexts.dormOffice,
  'dorm-supervisor': officeTexts.supervisor,
  'review-teacher': officeTexts.reviewer,
  counsellor: officeTexts.counsellor,
} as const
