import type { Db } from '../platform/database/db.ts'
import { insertEnglishNames } from '../platform/database/queries/english-defaults.ts'
import { DEMO_GARMENTS } from './catalogues.ts'

const MAJORS: Readonly<Record<string, string>> = {
  计算机科学与技术: 'Computer Science and Technology',
  软件工程: 'Software Engineering',
  通信工程: 'Communication Engineering',
  土木工程: 'Civil Engineering',
  建筑学: 'Architecture',
  汉语言文学: 'Chinese Language and Literature',
  新闻学: 'Journalism',
  临床医学: 'Clinical Medicine',
  护理学: 'Nursing',
  国际经济与贸易: 'International Economics and Trade',
  英语: 'English',
  数学与应用数学: 'Mathematics and Applied Mathematics',
  物理学: 'Physics',
  视觉传达设计: 'Visual Communication Design',
  音乐表演: 'Music Performance',
}

const LEVELS: Readonly<Record<string, string>> = {
  本科: 'Undergraduate',
  研究生: 'Postgraduate',
}

const PLACES: Readonly<Record<string, string>> = {
  信息学院: 'School of Information',
  建筑工程学院: 'School of Architecture and Engineering',
  文学院: 'School of Humanities',
  医学院: 'School of Medicine',
  国际学院: 'International College',
  理学院: 'School of Science',
  艺术学院: 'School of Arts',
  信息中心: 'Information Centre',
  后勤处: 'Logistics',
  学生处: 'Student Affairs',
  明德楼101: 'Mingde 101',
  明德楼103: 'Mingde 103',
  明德楼105: 'Mingde 105',
  明德楼201: 'Mingde 201',
  明德楼报告厅: 'Mingde, lecture hall',
  外语楼305: 'Languages 305',
  信息楼210: 'Information 210',
  信息楼212: 'Information 212',
  信息楼机房3: 'Information, computer room 3',
  理科楼202: 'Science 202',
  理科楼实验室5: 'Science, laboratory 5',
  艺术楼108: 'Arts 108',
  东操场: 'East sports ground',
  就业中心: 'Careers Centre',
  紫荆苑3号楼: 'Zijing House 3',
  紫荆苑4号楼: 'Zijing House 4',
  海棠苑1号楼: 'Haitang House 1',
  海棠苑2号楼: 'Haitang House 2',
}

const PEOPLE: Readonly<Record<string, string>> = {
  林安娜: 'Anna Lin',
  张伟: 'Zhang Wei',
  王芳: 'Wang Fang',
  李强: 'Li Qiang',
  赵敏: 'Zhao Min',
  孙丽: 'Sun Li',
  周静: 'Zhou Jing',
  钱勇: 'Qian Yong',
  冯雪: 'Feng Xue',
  孙建国: 'Sun Jianguo',
  何洁: 'He Jie',
  许峰: 'Xu Feng',
}

const COURSES: Readonly<Record<string, string>> = {
  高等数学: 'Calculus',
  '高等数学（上）': 'Calculus I',
  '高等数学（下）': 'Calculus II',
  大学英语: 'College English',
  '大学英语（一）': 'College English I',
  '大学英语（二）': 'College English II',
  '大学英语（三）': 'College English III',
  '大学英语（四）': 'College English IV',
  数据结构: 'Data Structures',
  大学物理: 'College Physics',
  大学物理实验: 'Physics Laboratory',
  物理实验: 'Physics Laboratory',
  形势与政策: 'Current Affairs and Policy',
  程序设计实验: 'Programming Laboratory',
  班会: 'Class meeting',
  体育: 'Physical Education',
  '体育（一）': 'Physical Education I',
  '体育（二）': 'Physical Education II',
  '体育（三）': 'Physical Education III',
  '体育（四）': 'Physical Education IV',
  音乐鉴赏: 'Music Appreciation',
  离散数学: 'Discrete Mathematics',
  思想道德与法治: 'Ethics and Law',
  心理健康: 'Mental Health',
  职业规划: 'Career Planning',
  线性代数: 'Linear Algebra',
  程序设计基础: 'Introduction to Programming',
  军事理论: 'Military Theory',
  面向对象程序设计: 'Object-Oriented Programming',
  中国近现代史纲要: 'Modern Chinese History',
  概率论与数理统计: 'Probability and Statistics',
  马克思主义基本原理: 'Principles of Marxism',
  电路与电子学: 'Circuits and Electronics',
  操作系统: 'Operating Systems',
  计算机组成原理: 'Computer Organisation',
  数据库系统: 'Database Systems',
  数值分析: 'Numerical Analysis',
  专业实习: 'Internship',
  计算机网络: 'Computer Networks',
  编译原理: 'Compilers',
  人工智能导论: 'Introduction to Artificial Intelligence',
  信息安全: 'Information Security',
  分布式系统: 'Distributed Systems',
  机器学习: 'Machine Learning',
  移动应用开发: 'Mobile Development',
  创新创业基础: 'Innovation and Entrepreneurship',
  课程设计: 'Course Project',
  优: 'Excellent',
  良: 'Good',
  中: 'Fair',
  及格: 'Pass',
  不及格: 'Fail',
  缺考: 'Absent',
  缓考: 'Exam deferred',
  作弊: 'Academic dishonesty',
}

const THINGS: Readonly<Record<string, string>> = {
  双人间: 'Double room',
  四人间: 'Four-bed room',
  六人间: 'Six-bed room',
  四人标准间: 'Standard four-bed room',
  床上用品: 'Bedding',
  '床垫、床单、被套、枕套、枕芯': 'Mattress, sheet, quilt cover, pillow and its case',
  棉被: 'Quilt',
  '春秋被一床，2千克': 'A quilt for spring and autumn, 2 kg',
  洗漱套装: 'Toiletries',
  '脸盆、水桶、毛巾、牙具、肥皂盒': 'Basin, bucket, towel, toothbrush set, soap box',
  热水瓶: 'Thermos',
  '2升热水瓶一只': 'A thermos of 2 litres',
  台灯: 'Desk lamp',
  'LED护眼台灯一盏，三档亮度': 'An LED desk lamp with three levels',
  蚊帐: 'Mosquito net',
  '单人床蚊帐一顶，含支架': 'A net for a single bed, with its frame',
  上衣: 'Jacket',
  裤子: 'Trousers',
  帽子: 'Cap',
  鞋: 'Shoes',
  军绿: 'Army green',
  迷彩: 'Camouflage',
  '回执校验码不清晰，请重新上传': 'The receipt’s code is not readable. Upload it again',
  合同号与回执不一致: 'The contract number differs from the receipt',
  '照片不完整，请拍摄整页': 'The picture is cut off. Photograph the whole page',
}

/**
 * Inserts all English names, so that the international student 880002 of the demo sees no Chinese
 * names.
 */
export async function seedDemoEnglishNames(tx: Db): Promise<void> {
  const classes = await tx
    .selectFrom('student')
    .select(['class_name', 'major'])
    .distinct()
    .execute()
  const classNames = classes.map(({ class_name: name, major }) => [
    name,
    name.replace(major, `${MAJORS[major]} `).replace('班', ''),
  ])
  const remarks = DEMO_GARMENTS.flatMap(({ sizes }) =>
    sizes.map(([, remark]) => [remark, inEnglish(remark)]),
  )
  await insertEnglishNames(tx, {
    ...MAJORS,
    ...LEVELS,
    ...PLACES,
    ...PEOPLE,
    ...COURSES,
    ...THINGS,
    ...Object.fromEntries([...classNames, ...remarks]),
  })
}

const inEnglish = (remark: string) =>
  remark
    .replace('身高', 'Height')
    .replace('头围', 'Head')
    .replace('脚长', 'Foot')
    .replace('厘米', 'cm')
