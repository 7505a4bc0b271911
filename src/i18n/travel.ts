import { appShellTexts } from './app-shell.ts'
import { studentFields } from './fields/student.ts'
import { formTitles } from './form-titles.ts'

/** The travel step and fellow travellers (TRV rows). */
export const travelTexts = {
  title: formTitles.travel,
  journey: {
    zh: (city: string, day: string, mode: string) =>
      `${city} → 学校，${day.split(' ')[0]}，${mode}`,
    en: (city: string, day: string, mode: string) => `${city} → school, ${day}, ${mode}`,
  },
  startCity: { zh: '出发城市', en: 'Start city' },
  startCityRequired: { zh: '请选择出发城市', en: 'Choose the city you start from' },
  startDate: { zh: '出发日期', en: 'Start date' },
  startDateRequired: { zh: '请输入出发日期', en: 'Enter the day you start' },
  arrivalDate: { zh: '到达日期', en: 'Arrival date' },
  arrivalDateRequired: { zh: '请输入到达日期', en: 'Enter the day you arrive' },
  arrivalBeforeStart: { zh: '到达日期不能早于出发日期', en: 'You cannot arrive before you start' },
  notThisYear: { zh: '请选择今年的日期', en: 'Choose a day in this year' },
  arrivalTime: { zh: '到达时间', en: 'Arrival time' },
  arrivalTimeRequired: { zh: '请选择到达时间', en: 'Choose the time you arrive' },
  mode: { zh: '出行方式', en: 'Travel by' },
  modeRequired: { zh: '请选择出行方式', en: 'Choose how you travel' },
  companions: { zh: '随行人数', en: 'People with you' },
  companionsRequired: { zh: '请输入随行人数', en: 'Enter how many come with you' },
  companionsWrong: { zh: '请输入正确的随行人数', en: 'Digits only' },
  remark: { zh: '备注', en: 'Remark' },
  remarkHint: {
    zh: '如家长同行、大件行李、需要接站；没有就写“无”',
    en: 'Such as parents who come along, large luggage, a wish to be met; if nothing, write “none”',
  },
  remarkRequired: { zh: '请输入备注', en: 'Enter a remark' },
  open: {
    zh: '公开给同城同日出发的同学',
    en: 'Show me to students who start from the same city that day',
  },
  openHint: {
    zh: '公开后互相可见姓名、电话与出发日期',
    en: 'You then see each other’s name, phone and start date',
  },
  openRequired: { zh: '请选择是否公开个人信息', en: 'Choose whether to show your details' },
  openYes: { zh: '公开', en: 'Show' },
  openNo: { zh: '不公开', en: 'Do not show' },
  chooseRegion: { zh: '选择出发城市', en: 'Choose where you start' },
  modeNames: {
    zh: {} as Readonly<Record<string, string>>,
    en: { 飞机: 'Plane', 火车: 'Train', 汽车: 'Bus', 自驾: 'Own car', 其他: 'Other' } as Readonly<
      Record<string, string>
    >,
  },
  view: { zh: '查看同行的同学', en: 'See who travels with you' },
  shownWaiting: { zh: '提交后，您的信息将公开', en: 'Your details are shown once it is sent' },
  shownTitle: { zh: '您的信息已公开', en: 'Your details are shown' },
  loadFailed: { zh: '到校信息加载失败', en: 'Your travel details could not be loaded' },
  peersChanged: {
    zh: '出发城市或日期今天已更改过一次，新的同行信息请明天再查看',
    en: 'City or day of departure was changed today already. Look for fellow travellers again tomorrow',
  },
  peersTitle: { zh: '同行的同学', en: 'Fellow travellers' },
  peersEmpty: {
    zh: '暂时没有同城同日出发的同学',
    en: 'Nobody else starts from your city that day yet',
  },
  peersEmptyText: {
    zh: '有同学公开信息后会显示在这里',
    en: 'Others appear here once they show their details',
  },
  peersClosed: {
    zh: '公开后才能看到同行的同学',
    en: 'Show your own details to see fellow travellers',
  },
  peersFailed: { zh: '同行同学信息加载失败', en: 'Fellow travellers could not be loaded' },
  male: studentFields.male,
  female: studentFields.female,
  call: { zh: (name: string) => `给${name}打电话`, en: (name: string) => `Call ${name}` },
  backToTravel: appShellTexts.back,
} as const
