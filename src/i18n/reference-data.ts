import { appShellTexts } from './app-shell.ts'
import { calendarTexts } from './calendar.ts'
import { campusFormProblemTexts } from './campus-forms.ts'
import { commonTexts } from './common.ts'
import { exportTexts } from './exports.ts'
import { familyTexts } from './family.ts'
import { billFields } from './fields/bill.ts'
import { courseFields } from './fields/course.ts'
import { formTexts } from './form.ts'
import { noticePublishingTexts } from './notice-publishing.ts'
import { officeSectionTexts } from './office-sections.ts'
import { officeTexts } from './office.ts'
import { publicGuideTexts } from './public-guide.ts'
import { richTextTexts } from './rich-text.ts'
import { stationTexts } from './stations.ts'

/** The reference data that a school edits: its catalogues, their fields, and refusals. */
export const referenceDataTexts = {
  section: officeSectionTexts.content,
  about: {
    zh: '这里的修改一分钟内对所有人生效，并记入操作日志。',
    en: 'A change counts for everybody within a minute, and stands in the log.',
  },
  add: { zh: '新增一项', en: 'Add one' },
  save: { zh: '保存', en: 'Save' },
  saved: noticePublishingTexts.saved,
  back: noticePublishingTexts.back,
  find: { zh: '查找', en: 'Find' },
  offered: { zh: '正在使用', en: 'In use now' },
  gone: { zh: '已停止使用', en: 'Not in use' },
  standing: { zh: '使用状态', en: 'State of use' },
  withdraw: { zh: '停用', en: 'Take it out of use' },
  withdrawText: {
    zh: '停用后不再显示，内容会保留；再次保存即可恢复。',
    en: 'It is shown no more and is kept; saving it brings it back.',
  },
  reasonNeeded: officeTexts.reasonNeeded,
  missing: commonTexts.required,
  yes: exportTexts.yes,
  no: exportTexts.no,
  minuteHint: { zh: '留空为始终显示', en: 'Empty: always' },
  unknownRow: { zh: '这一项已不存在', en: 'This one is not there' },

  steps: { zh: '网上报到步骤', en: 'Steps of the check-in' },
  entries: { zh: '首页应用', en: 'Home entries' },
  terms: { zh: '学年与学期', en: 'Terms' },
  bellSchedules: { zh: '作息时间', en: 'Bell schedules' },
  events: { zh: '校历安排', en: 'Days of the calendar' },
  evaluationPeriods: { zh: '评教时间', en: 'Evaluation periods' },
  guides: { zh: '入学须知与收费标准', en: 'Enrolment notice and fees' },
  dorms: { zh: '宿舍类型与床位', en: 'Dormitory types and places' },
  rooms: { zh: '宿舍房间与床号', en: 'Dormitory rooms and beds' },
  packages: { zh: '生活用品套餐', en: 'Packages of living supplies' },
  garments: { zh: '军训服装类别', en: 'Garments' },
  sizes: { zh: '服装尺码与库存', en: 'Sizes and stock' },
  colours: { zh: '服装颜色', en: 'Colours' },
  levels: { zh: '学生类型与规则', en: 'Levels of students' },
  studentFields: { zh: '学生自定义字段', en: 'Own fields of students' },
  leasts: { zh: '最低缴费标准', en: 'Least payments at once' },
  feeItems: { zh: '各类学生的收费项目', en: 'Fee items by kind of student' },
  stations: stationTexts.title,
  comesAfter: { zh: '在此之前', en: 'Comes after' },
  comesAfterHint: {
    zh: '必须先办理的站点，每行一个名称；宿舍报到写“宿舍报到”',
    en: 'The stations that come before, one name a line. The dormitory is “宿舍报到”',
  },
  scanners: { zh: '扫码人员', en: 'Scanned by these accounts' },
  scannersHint: {
    zh: '每行一个工号；扫码在手机“扫码登记”的“迎新站点”中进行',
    en: 'One work number a line. They scan on their phones, under Stations',
  },
  repeats: stationTexts.repeats,
  repeatsHint: {
    zh: '例如每次领取都登记；否则每名学生只登记一次',
    en: 'For instance each time something is handed out. Otherwise once for each student',
  },
  admissionPapers: { zh: '报到材料', en: 'Papers of the admission check' },
  complaintCategories: { zh: '投诉建议类别', en: 'Categories of complaints' },
  names: { zh: '英文名称', en: 'English names' },
  school: { zh: '学校名称与应用名称', en: 'Names of school and app' },

  order: { zh: '顺序', en: 'Place' },
  title: noticePublishingTexts.heading,
  titleEn: noticePublishingTexts.headingEn,
  page: { zh: '打开的页面', en: 'Page it opens' },
  required: { zh: '必交', en: 'Required' },
  skippable: { zh: '可以跳过', en: 'May be skipped' },
  needsDorm: { zh: '仅限需选宿舍的学生', en: 'Only who chooses a dormitory' },
  opensAt: { zh: '开放时间', en: 'Opens at' },
  term: courseFields.term,
  closesAt: { zh: '截止时间', en: 'Closes at' },
  chinaTime: { zh: '北京时间', en: 'China time' },
  address: { zh: '地址', en: 'Where it leads' },
  addressHint: {
    zh: '/ 开头的站内地址，或 https:// 开头的外部地址；留空表示尚未开通',
    en: 'Inside: begins with /. Outside: https://. Empty: not there yet',
  },
  icon: { zh: '图标', en: 'Icon' },
  iconHint: {
    zh: '打开站内页面的应用用页面自己的图标，这里的图标用于外部地址',
    en: 'An entry of a page has that page’s own icon; this one is for addresses outside',
  },
  menu: { zh: '可见范围', en: 'Who sees it' },
  menu0: noticePublishingTexts.everyone,
  menu1: noticePublishingTexts.students,
  menu2: noticePublishingTexts.staff,
  group: { zh: '分组', en: 'Group' },
  newGroup: { zh: '新建分组…', en: 'A new group …' },
  newGroupName: { zh: '新分组名称', en: 'Name of the new group' },
  onHome: { zh: '显示在首页', en: 'On the home page' },
  inAll: { zh: '显示在全部应用', en: 'Among all applications' },
  post: { zh: '仅限岗位', en: 'Only for' },
  anyPost: { zh: '不限岗位', en: 'Any post' },
  supervisors: officeTexts.supervisor,
  reviewers: officeTexts.reviewer,
  newUndergraduates: { zh: '仅限本科新生', en: 'Only new undergraduates' },
  show: { zh: '本专科可见', en: 'Seen by others than postgraduates' },
  startsAt: { zh: '开始显示时间', en: 'Shown from' },
  label: { zh: '学期名称', en: 'Name of the term' },
  firstMonday: { zh: '第一周星期一', en: 'First Monday' },
  weeks: { zh: '教学周数', en: 'Weeks' },
  inForceFrom: { zh: '启用日期', en: 'In force from' },
  periods: { zh: '每节课的时间', en: 'Times of the periods' },
  periodsHint: {
    zh: '每节一行，例如 08:00-08:45，最多14节；第一个启用日期之前按默认的九节',
    en: 'One period a line, such as 08:00-08:45, at most 14. Before the first schedule the nine default periods apply',
  },
  firstDay: { zh: '开始日期', en: 'First day' },
  lastDay: { zh: '结束日期', en: 'Last day' },
  holiday: { zh: '放假不上课', en: 'No lessons' },
  follows: { zh: '按哪天上课', en: 'Lessons of' },
  followsHint: {
    zh: '调休时填写，例如 2026-10-09 或 第6周周五；其他日子留空',
    en: 'Where this day has the lessons of another day, such as 2026-10-09 or week 6 Friday; otherwise empty',
  },
  name: { zh: '名称', en: 'Name' },
  nameEn: { zh: '英文名', en: 'Name in English' },
  price: { zh: '价格（元）', en: 'Price, yuan' },
  places: { zh: '床位数', en: 'Places' },
  building: { zh: '楼栋名称', en: 'Name of the building' },
  room: { zh: '房号', en: 'Number of the room' },
  type: { zh: '所属宿舍类型', en: 'Its dormitory type' },
  beds: { zh: '床位编号', en: 'Its beds' },
  bedsHint: {
    zh: '填4表示1至4号床，或用顿号分开逐个写出',
    en: '4 means beds 1 to 4; or name them, divided by commas',
  },
  gender: { zh: '安排哪些学生', en: 'For whom' },
  anybody: { zh: '不限性别', en: 'Anybody' },
  men: { zh: '男生', en: 'Men' },
  women: { zh: '女生', en: 'Women' },
  catalogue: { zh: '目录', en: 'Catalogue' },
  catalogue1: { zh: '普通学院', en: 'Colleges' },
  catalogue2: { zh: '国际学院', en: 'International college' },
  mandatory: { zh: '是否必选', en: 'Mandatory' },
  content: { zh: '内容说明', en: 'What is in it' },
  contentEn: { zh: '英文内容说明', en: 'What is in it, in English' },
  picture: { zh: '图片', en: 'Picture' },
  pictureHint: {
    zh: '从列表中选择，或上传一张图片（JPG 或 PNG）',
    en: 'Choose one of the list, or upload one (JPG or PNG)',
  },
  uploadPicture: { zh: '上传图片', en: 'Upload a picture' },
  uploadedPicture: { zh: '已上传的图片', en: 'An uploaded picture' },
  badPicture: richTextTexts.badPicture,
  garment: { zh: '服装类别', en: 'Garment' },
  size: { zh: '尺码名', en: 'Size' },
  remark: { zh: '尺码说明', en: 'Help to choose' },
  remarkEn: { zh: '英文尺码说明', en: 'Help in English' },
  total: { zh: '总库存（含已订）', en: 'Stock, ordered ones included' },
  year: billFields.feeYear,
  enrolment: { zh: '学生类型', en: 'Level' },
  postgraduates: { zh: '研究生', en: 'Postgraduates' },
  undergraduates: { zh: '本专科生', en: 'Undergraduates' },
  aliases: { zh: '导入文件中的其他叫法', en: 'Other names in files' },
  aliasesHint: {
    zh: '用顿号分开，例如：本科生、专科',
    en: 'Divided by commas',
  },
  kind: { zh: '类别', en: 'Category' },
  kindHint: {
    zh: '本科可申请转专业，并看到“仅限本科新生”的应用；研究生可看到“仅限研究生”的应用',
    en: 'Undergraduates may apply to change their major and see the entries for new undergraduates; postgraduates see the entries for postgraduates',
  },
  kindUndergraduate: { zh: '本科', en: 'Undergraduates' },
  kindOther: familyTexts.other,
  livesInDorm: { zh: '住学校宿舍', en: 'Lives in a dormitory' },
  livesInDormHint: {
    zh: '需要选宿舍，有床位后才能领取报到码、预订生活用品',
    en: 'Chooses a dormitory; has a pass and orders living supplies once there is a bed',
  },
  skippedSteps: { zh: '无需办理的步骤', en: 'Steps that these students do not have' },
  least: { zh: '每次最低缴费（元）', en: 'Least at once, yuan' },
  leastHint: { zh: '-1 表示必须一次缴清', en: '-1: all that is owed at once' },
  item: { zh: '收费项目', en: 'Fee item' },
  itemEn: { zh: '收费项目英文名', en: 'Fee item in English' },
  amount: { zh: '收费金额（元）', en: 'Amount in yuan' },
  chinese: { zh: '中文名称', en: 'Chinese' },
  english: { zh: '英文译名', en: 'In English' },
  schoolName: { zh: '学校名称', en: 'Name of the school' },
  schoolNameEn: { zh: '学校英文名', en: 'Its name in English' },
  schoolHint: { zh: '留空则使用部署时的设置', en: 'Empty: what the settings say' },
  installName: { zh: '安装到手机后的名称', en: 'Name on the home screen' },
  pageZh: noticePublishingTexts.content,
  pageEn: noticePublishingTexts.contentEn,
  know: publicGuideTexts.know,
  fees: publicGuideTexts.fees,
  calendar: calendarTexts.title,

  wrongNumber: {
    zh: (min: number, max: number) => `请填写 ${min} 到 ${max} 之间的整数`,
    en: (min: number, max: number) => `A whole number from ${min} to ${max}`,
  },
  wrongYuan: { zh: '请填写金额，最多两位小数', en: 'An amount with at most two decimals' },
  wrongDay: campusFormProblemTexts.date,
  wrongTime: { zh: '请填写完整的日期和时间', en: 'Give a day and a time' },
  wrongAddress: { zh: '请填写正确的地址', en: 'This is no such address' },
  wrongPeriods: {
    zh: '请每节一行，按“08:00-08:45”的格式从早到晚填写，不能重叠，最多14节',
    en: 'Write one period a line, such as 08:00-08:45, in order and without overlaps, 14 at most',
  },
  wrongTerm: {
    zh: '请按“2026-2027学年第一学期”的格式填写',
    en: 'Write it like 2026-2027学年第一学期',
  },
  daysTurned: { zh: '结束日期早于开始日期', en: 'The last day is before the first' },
  periodTurned: {
    zh: '截止时间必须晚于开放时间',
    en: 'It must close after it opens',
  },
  periodPast: {
    zh: '截止时间必须晚于现在',
    en: 'It must close later than now',
  },
  periodBeforeTerm: {
    zh: (day: string) => `这个学期${day}开始，评教不能更早开放`,
    en: (day: string) => `The term begins on ${day}: it cannot be evaluated before`,
  },
  periodsOverlap: {
    zh: (opens: string, closes: string) => `与本学期${opens}至${closes}的评教时间重叠`,
    en: (opens: string, closes: string) =>
      `It overlaps with the period of this term from ${opens} to ${closes}`,
  },
  periodBegun: {
    zh: '评教已经开始，学期和开放时间不能修改',
    en: 'It has begun: its term and the time at which it opened stay',
  },
  periodClosed: {
    zh: '这次评教已经结束，结果已定，不能修改；如需再次评教，请新增一项',
    en: 'It has closed and its results stand. To evaluate again, add another period',
  },
  periodStays: {
    zh: '评教已经开始，不能停用；如需提前结束，请修改截止时间',
    en: 'It has begun and stays in use. To end it early, change when it closes',
  },
  unknownTerm: {
    zh: '没有这个学期，请先新增学期',
    en: 'There is no such term: add it first',
  },
  stale: noticePublishingTexts.stale,
  stepDone: {
    zh: '已有学生完成这一步，不能改为其他页面',
    en: 'Students have done this step: its page stays',
  },
  formPage: {
    zh: '学校表单的步骤由表单设置，不能改为其他页面',
    en: 'The step of a form is set in the form, and keeps its page',
  },
  campusForm: { zh: '学校表单', en: 'A form of the campus' },
  pageTaken: { zh: '这个页面已用于另一个步骤', en: 'Another step opens this page' },
  nameTaken: {
    zh: '已有同名的一项，请打开原有的一项修改',
    en: 'There is one of this name already: open that one to change it',
  },
  nameWithdrawn: {
    zh: '已有同名的一项（已停用），打开原有的一项并保存即可恢复',
    en: 'There is one of this name that is out of use: open it and save it to bring it back',
  },
  englishTaken: {
    zh: (text: string, english: string) =>
      `“${text}”的英文名称已是“${english}”，请照此填写；要改名请到“英文名称”`,
    en: (text: string, english: string) =>
      `${text} is called “${english}” in English already. Use that name, or change it under English names`,
  },
  termsOverlap: {
    zh: (label: string) => `与${label}的日期重叠`,
    en: (label: string) => `Its weeks overlap with ${label}`,
  },
  otherYear: {
    zh: '日期与学期名称不符：第一学期在前一年7月至12月开学，第二学期在后一年1月至6月开学',
    en: 'The day does not fit the name: the first term begins from July to December of the first year, the second from January to June of the next',
  },
  unknownIcon: { zh: '没有这个图标，请从列表中选择', en: 'There is no such icon: choose one' },
  unknownPicture: {
    zh: '没有这张图片，请从列表中选择',
    en: 'There is no such picture: choose one',
  },
  choose: formTexts.choose,
  close: appShellTexts.close,
  none: { zh: '不设置', en: 'None' },
  everyKind: { zh: '所有学生', en: 'Every kind' },

  undergraduatesLiveHere: {
    zh: '类别为本科的学生须住学校宿舍；不住校的请选“其他”',
    en: 'Undergraduates live in a dormitory. Choose Other for those who do not',
  },
  unknownLevel: {
    zh: '没有这种学生类型，请先新增',
    en: 'There is no such level of students: add it first',
  },
  levelNamed: {
    zh: (name: string) => `这个名称或叫法已属于“${name}”`,
    en: (name: string) => `This name belongs to ${name} already`,
  },
  levelHeld: {
    zh: (count: number) => `有 ${count} 名学生属于这一类型，不能停用`,
    en: (count: number) => `${count} students are of this level: it stays in use`,
  },

  fieldType: { zh: '内容类型', en: 'Type' },
  fieldText: { zh: '文字', en: 'Text' },
  fieldChoice: { zh: '单选', en: 'Choice' },
  fieldDate: { zh: '年月日', en: 'Day' },
  options: { zh: '选项', en: 'Options' },
  optionsHint: {
    zh: '单选时填写，每行一项或用顿号分开',
    en: 'For a choice: one a line, or divided by commas',
  },
  maxLength: { zh: '文字最多字数', en: 'Longest text' },
  viewers: { zh: '哪些岗位可以查看', en: 'Who of the staff sees it' },
  forStudent: { zh: '学生本人在应用中可见', en: 'The student sees it in the app' },
  forStudentHint: {
    zh: '无论是否可见，学生下载自己的数据时都会包含',
    en: 'The student’s own download has it in any case',
  },
  optionsNeeded: {
    zh: '单选字段须有1至100个选项，每项不超过50字',
    en: 'A choice needs 1 to 100 options of at most 50 characters',
  },
  fieldKnown: {
    zh: '学生文件已有这一列，不需要自定义',
    en: 'The file of students has this column already',
  },
  fieldHeld: {
    zh: '已有学生的内容不符合新的类型或选项，请先修改这些内容',
    en: 'Students have values that the new type or options do not allow: change these first',
  },

  termNamed: {
    zh: '课表和成绩按名称对应学期，不能改名',
    en: 'Timetables and grades know the term by its name, which stays',
  },
  noMonday: { zh: '第一周的第一天必须是星期一', en: 'The first day must be a Monday' },
  typeHeld: {
    zh: (count: number) => `已有 ${count} 名学生选择或入住，不能改价或停用`,
    en: (count: number) => `${count} students have it: its price stays, and it stays in use`,
  },
  tooFewPlaces: {
    zh: (count: number) => `已占用 ${count} 个床位，床位数不能更少`,
    en: (count: number) => `${count} places are taken: there cannot be fewer`,
  },
  wrongBeds: {
    zh: '应为1到20之间的床位数，或用逗号分开的床号（最多20个，不重复）',
    en: 'A number of beds from 1 to 20, or the names of at most 20 beds, each once, divided by commas',
  },
  unknownType: {
    zh: '没有这种宿舍类型，请先新增类型',
    en: 'There is no such dormitory type: add it first',
  },
  roomStays: {
    zh: '楼栋和房间号不能修改，请新增一项',
    en: 'Building and room stay: add another one',
  },
  roomLivedIn: {
    zh: '房间里有人住：他们的床位、性别和宿舍类型必须保留',
    en: 'Somebody lives in the room: their bed, their gender and the type must stay',
  },
  roomInUse: {
    zh: (count: number) => `房间里住着 ${count} 名学生，不能停用；请先给他们换房间`,
    en: (count: number) =>
      `${count} students live in the room: give them other beds before it is taken out of use`,
  },
  termUsed: {
    zh: '这个学期已有课表、成绩或评教安排，不能停用',
    en: 'The term has lessons, grades or an evaluation: it stays in use',
  },
  reserved: {
    zh: (count: number) => `已有 ${count} 名学生预订，不能改价、换目录或停用`,
    en: (count: number) => `${count} students have reserved it: price and catalogue stay`,
  },
  ordered: {
    zh: (count: number) => `已被预订 ${count} 件，不能停用`,
    en: (count: number) => `${count} are ordered: it stays in use`,
  },
  stockOrdered: {
    zh: (count: number) => `已被预订 ${count} 件，总库存不能更少`,
    en: (count: number) => `${count} are ordered: the stock cannot be less`,
  },
  unknownGarment: { zh: '没有这个服装类别', en: 'There is no such garment' },
  garmentOfSize: {
    zh: '尺码不能换到另一种服装，请新增尺码',
    en: 'A size stays with its garment: add one to the other',
  },
  leastOfYear: {
    zh: '年度和类型不能修改，请新增一项',
    en: 'Year and enrolment stay: add another one',
  },
  feeOfYear: {
    zh: '项目、年度和类型不能修改，请新增一项',
    en: 'Item, year and kind stay: add another one',
  },
  nameOfText: { zh: '中文名称不能修改，请新增一项', en: 'The Chinese stays: add another one' },
  unknownPage: { zh: '没有这个可编辑的页面', en: 'There is no such page to edit' },
} as const
