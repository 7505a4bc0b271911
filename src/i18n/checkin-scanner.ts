import { actionResultTexts } from './action-results.ts'
import { appShellTexts } from './app-shell.ts'
import { checkinTexts } from './checkin.ts'
import { billFields } from './fields/bill.ts'
import { studentFields } from './fields/student.ts'
import { formTexts } from './form.ts'

/** The supervisor's screens for check-in at the dormitory (SCN rows; D-97, D-98). */
export const scannerTexts = {
  confirmed: actionResultTexts.checkedIn,
  tooOld: {
    zh: '当前客户端版本过低，不支持扫码',
    en: 'This version of the app is too old to scan',
  },
  checkFailed: {
    zh: '接口检查失败(checkJsApi)',
    en: 'The check of the interface failed (checkJsApi)',
  },
  deleted: actionResultTexts.deleted,
  rosterEmpty: {
    zh: '名单为空：您管理的楼栋没有学生，或尚未为您分配楼栋，请联系管理员',
    en: 'The roster is empty: nobody lives in your buildings, or none was given to you. Ask the administrator',
  },
  scan: { zh: '扫一扫', en: 'Scan' },
  scanning: { zh: '扫描报到码', en: 'Scan a check-in code' },
  roster: { zh: '名单', en: 'The list' },
  rosterCount: {
    zh: (inside: number, all: number) => `${all} 名学生，${inside} 名已登记`,
    en: (inside: number, all: number) => `${all} students, ${inside} checked in`,
  },
  rosterNone: {
    zh: '还没有名单，联网后会自动下载',
    en: 'No list yet. It is fetched by itself once connected',
  },
  rosterAge: {
    zh: (when: string) => `更新于${when}，没有信号也能核验`,
    en: (when: string) => `as of ${when}; checks without a signal`,
  },
  rosterWaiting: {
    zh: (n: number) => `其中 ${n} 名在本机待提交`,
    en: (n: number) => `${n} of them wait on this phone`,
  },
  rosterFaces: {
    zh: (have: number, all: number) => (have === all ? `照片 ${all} 张` : `照片 ${have}/${all} 张`),
    en: (have: number, all: number) =>
      have === all ? `${all} photos` : `${have} of ${all} photos`,
  },
  faceOf: { zh: (name: string) => `${name}的照片`, en: (name: string) => `Photo of ${name}` },
  search: { zh: '按姓名、拼音、号码或房间查找', en: 'Find by name, pinyin, number or room' },
  nobodyFound: { zh: '名单里没有', en: 'Nobody on the list' },
  floor: {
    zh: (building: string, floor: string) => (floor === '' ? building : `${building} ${floor} 层`),
    en: (building: string, floor: string) =>
      floor === '' ? building : `${building}, floor ${floor}`,
  },
  noBed: { zh: '未分配床位', en: 'No bed yet' },
  notArrived: {
    zh: (out: number, all: number) => `${out} 人未到 / 共 ${all} 人`,
    en: (out: number, all: number) => `${out} of ${all} to come`,
  },
  standing: {
    zh: { out: '未登记', waiting: '待提交', in: '已登记' },
    en: { out: 'To come', waiting: 'Not sent yet', in: 'Checked in' },
  },
  preparation: { zh: '进楼前检查', en: 'Before you go in' },
  ready: {
    zh: '名单、密钥、应用文件和时间都在这台设备上，没有信号也能登记',
    en: 'List, keys, the app and the time are on this device: no signal is needed',
  },
  readyPill: { zh: '可以进楼', en: 'Ready to go in' },
  missingPill: { zh: '缺少', en: 'Missing' },
  missing: {
    zh: {
      list: '名单',
      keys: '核验密钥',
      files: '应用文件',
      clock: '学校时间',
      camera: '摄像头权限',
    },
    en: {
      list: 'The list',
      keys: 'The keys for codes',
      files: 'The app itself',
      clock: 'The university’s time',
      camera: 'The right to use the camera',
    },
  },
  missingText: {
    zh: {
      list: '还没有下载到，或没有为您分配楼栋',
      keys: '没有它们，所有报到码都只能显示为未核验',
      files: '离线时打不开本应用，请保持联网片刻',
      clock: '还没有与学校对时，请联网打开一次',
      camera: '请在浏览器设置里允许，或改用输入号码',
    },
    en: {
      list: 'It has not come yet, or no building was given to you',
      keys: 'Without them every code stays unverified',
      files: 'The app would not open without a network. Stay connected for a moment',
      clock: 'This device has not heard the university’s clock. Connect once',
      camera: 'Allow it in the browser’s settings, or type numbers',
    },
  },
  desk: { zh: '报到台模式', en: 'Desk mode' },
  deskText: {
    zh: '一台设备接待多人：扫码、确认、打印报到单',
    en: 'One device, many students: scan, confirm, print the slip',
  },
  slip: { zh: '宿舍报到单', en: 'Arrival slip' },
  slipName: studentFields.name,
  slipNumber: { zh: '学号/考生号', en: 'Number' },
  slipClass: studentFields.className,
  slipRoom: { zh: '宿舍', en: 'Room' },
  slipBed: { zh: '床位号', en: 'Bed number' },
  slipAt: { zh: '登记时间', en: 'Checked in at' },
  slipState: { zh: '登记状态', en: 'How it stands' },
  slipReceived: {
    zh: (receipt: string) => (receipt === '' ? '学校已收到' : `学校已收到，回执 ${receipt}`),
    en: (receipt: string) =>
      receipt === '' ? 'Received by the university' : `Received, receipt ${receipt}`,
  },
  slipWaiting: formTexts.savedTitle,
  slipStudent: { zh: '学生签名：', en: 'Student:' },
  slipStaff: { zh: '经办人签名：', en: 'Staff:' },
  print: billFields.print,
  waiting: { zh: (n: number) => `待提交 ${n} 条`, en: (n: number) => `${n} not sent yet` },
  waitingText: {
    zh: '保存在本机，联网后自动提交',
    en: 'Saved on this phone, sent by itself once connected',
  },
  needsYou: { zh: '需要处理', en: 'Needs you' },
  left: {
    zh: (who: string, n: number) => `工号 ${who} 留在这部手机上的登记，${n} 条未提交`,
    en: (who: string, n: number) => `${n} check-ins of ${who} on this phone, not sent`,
  },
  leftText: {
    zh: (who: string) =>
      `可由 ${who} 本人登录后提交，也可由您代为提交：学校会记录由谁扫码、由谁提交。`,
    en: (who: string) =>
      `${who} can sign in and send them, or you can deliver them: both names go on record.`,
  },
  leftDeliver: {
    zh: (n: number, who: string) => `代 ${who} 提交 ${n} 条`,
    en: (n: number, who: string) => `Deliver ${n} for ${who}`,
  },
  leftDelivered: {
    zh: (n: number) => `已提交 ${n} 条`,
    en: (n: number) => `${n} delivered`,
  },
  leftElsewhere: {
    zh: (n: number, who: string) => `${n} 条不在您的名单里，请 ${who} 本人登录提交，或导出给宿管科`,
    en: (n: number, who: string) =>
      `${n} not on your list: ${who} can sign in and send them, or export them for the office`,
  },
  sendAgain: { zh: '全部再试一次', en: 'Try all again' },
  offList: checkinTexts.offList,
  sealed: checkinTexts.sealed,
  latest: { zh: '最近登记', en: 'Last check-ins' },
  none: { zh: '还没有登记', en: 'Nobody checked in yet' },
  noneText: { zh: '点击“扫一扫”开始', en: 'Tap “Scan” to begin' },
  failed: { zh: '登记记录加载失败', en: 'The check-ins could not be loaded' },
  retry: appShellTexts.retry,
  remove: { zh: '撤销', en: 'Take back' },
  removeOf: {
    zh: (name: string) => `撤销 ${name} 的登记`,
    en: (name: string) => `Take back the check-in of ${name}`,
  },
  removeText: {
    zh: (name: string) => `确定撤销 ${name} 的登记吗？撤销会留下记录。`,
    en: (name: string) => `Take back the check-in of ${name}? This stays on record.`,
  },
  removeReason: { zh: '撤销原因', en: 'Why' },
  removeWhy: { zh: '请填写撤销原因', en: 'Say why it is taken back' },
  confirmedBy: { zh: (by: string) => `${by}确认`, en: (by: string) => `confirmed by ${by}` },
  cancel: { zh: '取消', en: 'Cancel' },
  place: {
    zh: (building: string, room: string) => `${building} ${room}`,
    en: (building: string, room: string) => `${building} ${room}`,
  },
  camera: { zh: '摄像头画面', en: 'What the camera sees' },
  aim: { zh: '将报到码对准方框', en: 'Hold the code inside the frame' },
  starting: { zh: '正在打开摄像头', en: 'Opening the camera' },
  noCamera: { zh: '没有可用的摄像头', en: 'No camera can be used' },
  noCameraText: {
    zh: '请在浏览器设置里允许使用摄像头，或输入学号',
    en: 'Allow the camera in the browser’s settings, or type the number',
  },
  light: { zh: '开灯', en: 'Light' },
  withHost: { zh: '用微信扫码', en: 'Scan with WeChat' },
  typed: { zh: '输入学号、考生号或证件号码', en: 'Type the student, exam or ID number' },
  check: { zh: '核验', en: 'Check' },
  confirm: { zh: '确认入住', en: 'Confirm' },
  confirmVisit: { zh: '确认到站', en: 'Record' },
  confirmAnyway: { zh: '仍然确认', en: 'Confirm all the same' },
  keyHanded: checkinTexts.key,
  keyWaiting: { zh: '钥匙已交，待提交', en: 'Key given, not sent yet' },
  keyGiven: {
    zh: (when: string, by: string) => (by === '' ? '钥匙已交' : `钥匙已交（${when}，${by}）`),
    en: (when: string, by: string) => (by === '' ? 'Key given' : `Key given (${when}, ${by})`),
  },
  handKey: { zh: '补登钥匙', en: 'Record the key' },
  handKeyTo: {
    zh: (name: string) => `补登钥匙：${name}`,
    en: (name: string) => `Record the key: ${name}`,
  },
  handKeyText: {
    zh: (name: string, place: string) => `已把 ${place} 的钥匙交给${name}了吗？`,
    en: (name: string, place: string) => `Have you given the key of ${place} to ${name}?`,
  },
  next: { zh: '下一个', en: 'Next' },
  ask: { zh: '联网查询', en: 'Ask the university' },
  queued: { zh: '已保存，待提交', en: 'Saved, not sent yet' },
  said: {
    zh: (name: string, message: string) => (name === '' ? message : `${name}：${message}`),
    en: (name: string, message: string) => (name === '' ? message : `${name}: ${message}`),
  },
  notSaved: { zh: '没有保存成功，请重试', en: 'This was not saved. Try again' },
  genuine: { zh: '真实有效', en: 'Genuine' },
  stale: { zh: '已失效', en: 'Not valid any more' },
  staleWhy: {
    zh: {
      expired: '报到码已过期，请学生联网刷新',
      screenshot: '不是刚刚生成的，可能是截图',
      replayed: '这个码刚刚已经扫过，可能是截图',
      revoked: '这部手机已被解除绑定，请学生在自己登录的手机上打开报到码',
      clock: '手机时间相差太多，请检查双方手机的时间',
    },
    en: {
      expired: 'This code has expired. The student must renew it with a network',
      screenshot: 'Not made just now. It may be a screenshot',
      replayed: 'This very code was scanned before. It may be a screenshot',
      revoked:
        'This phone was unbound. The student must open the code on the phone they are signed in on',
      clock: 'The clocks differ too much. Check the time of both phones',
    },
  },
  forged: { zh: '伪造的报到码', en: 'A forged code' },
  forgedWhy: {
    zh: {
      credential: '签名不是学校的',
      key: '签名的密钥不在名单里，请联网更新名单',
      proof: '不是这部手机生成的',
    },
    en: {
      credential: 'Not signed by the university',
      key: 'Signed with a key that this list does not know. Renew the list with a network',
      proof: 'Not made by the phone it belongs to',
    },
  },
  unknown: { zh: '真实，但不在您的名单里', en: 'Genuine, but not on your list' },
  unknownText: {
    zh: '联网后可以查询，也可以先确认，由学校核对',
    en: 'Ask once connected, or confirm and let the university check',
  },
  alreadyIn: { zh: '已经登记过', en: 'Checked in already' },
  alreadyText: {
    zh: { waiting: '已在本机，等待提交', confirmed: '如果登记已在别处撤销，可以重新确认' },
    en: {
      waiting: 'On this phone already, not sent yet',
      confirmed: 'If the check-in was taken back elsewhere, confirm again',
    },
  },
  barred: {
    zh: {
      withdrawn: '已退学',
      'not-admitted': '未通过资格审核',
      'earlier-station': '前面的站点还没有办理',
    },
    en: {
      withdrawn: 'Withdrawn',
      'not-admitted': 'Not admitted',
      'earlier-station': 'Another station comes first',
    },
  },
  barredText: {
    zh: {
      withdrawn: '该学生已退学，不能登记，请联系招生处',
      'not-admitted':
        '名单里该学生还没有通过报到资格审核，请先到报到处；刚通过的，请学生出示报到码',
      'earlier-station': '名单里该学生还没有在前面的站点登记；确已办理的，可以仍然确认，由学校核对',
    },
    en: {
      withdrawn: 'This student has withdrawn. Send them to the admissions office',
      'not-admitted':
        'By this list their admission is not confirmed: the admissions desk comes first. If it was just now, let them show their code',
      'earlier-station':
        'By this list a station that comes before has not recorded the student. If it has, confirm and let the university check',
    },
  },
  unlisted: {
    zh: (number: string) => `${number} 不在您的名单里`,
    en: (number: string) => `${number} is not on your list`,
  },
  unlistedText: {
    zh: '请核对号码，或联网查询该学生住在哪栋楼',
    en: 'Check the number, or ask the university where they live',
  },
  idNumber: { zh: '证件号码需联网核对', en: 'An ID number is checked online' },
  idNumberText: {
    zh: '没有信号时，请扫描报到码，或输入学号、考生号并核对证件。证件号码不会保存在这部手机上',
    en: 'Without a signal, scan the code, or type the student or exam number and look at the ID. No ID number is kept on this phone',
  },
  bed: { zh: (bed: string) => `${bed} 号床`, en: (bed: string) => `bed ${bed}` },
  signedOut: {
    zh: '登录已失效：请重新登录，本机的登记会自动提交',
    en: 'Your sign-in has ended: sign in again, and what waits here is sent by itself',
  },
  signIn: { zh: '去登录', en: 'Sign in' },
  clock: {
    zh: {
      jumped: '手机时间刚刚变动过，已按变动前的时间核验；请联网校准',
      behind: '手机时间比上次使用时还早，核验可能不准；请校准手机时间',
    },
    en: {
      jumped:
        'The clock of this phone was just set. Codes are checked by the time before; connect once',
      behind:
        'The clock of this phone is behind what it was before. Set it right: checks may be wrong',
    },
  },
  tryCamera: { zh: '重新打开摄像头', en: 'Try the camera again' },
  unverified: { zh: '未核验', en: 'Unverified' },
  unverifiedText: {
    zh: '只有号码，没有签名；请核对证件后再确认',
    en: 'A bare number without a signature. Look at the ID before you confirm',
  },
  uncheckedText: {
    zh: '这是报到码，但本机没有可用的名单，无法核验；请核对证件后再确认，或联网后重扫',
    en: 'An arrival code, but this phone has no current list to check it with. Look at the ID before you confirm, or connect and scan again',
  },
  unreadable: { zh: '不是报到码', en: 'No check-in code' },
  unreadableText: { zh: '请学生打开“我的报到码”', en: 'Ask the student to open “My arrival code”' },
} as const
