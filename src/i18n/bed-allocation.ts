import { arrivalTexts } from './arrivals.ts'
import { exportTexts } from './exports.ts'
import { studentFields } from './fields/student.ts'
import { importTexts } from './imports.ts'
import { officeSectionTexts } from './office-sections.ts'
import { officeTexts } from './office.ts'

/** The allocation of beds in the office. */
export const bedAllocationTexts = {
  section: officeSectionTexts.beds,
  rooms: { zh: '房间与调换', en: 'Rooms and moves' },
  title: { zh: '批量分配床位', en: 'Allocation of beds' },
  about: {
    zh: '为一批学生安排床位：先预览，确认后一次分配。同一数据用同一随机种子，结果相同。',
    en: 'Give beds to many students: look at a preview first, then assign all at once. The same data and seed give the same result.',
  },
  rules: {
    zh: '学生选定并确认的宿舍类型一定满足；房间的学院、层次、性别和预留床位在“数据导入”的“宿舍房间与床位”中设置，需要无障碍床位的学生用“需要无障碍床位”文件导入。同班尽量同屋、同层，同一学院尽量相邻。',
    en: 'A confirmed dormitory type is always kept. The colleges, level, gender and reserved beds of rooms are set by the import of rooms; students who need an accessible bed are imported too. Class mates share rooms and floors where it is possible, and colleges are neighbours.',
  },
  students: { zh: '安排哪些人', en: 'Who gets a bed' },
  beds: { zh: '使用哪些楼栋（不勾选即全部）', en: 'Which buildings (none ticked: all)' },
  level: { zh: '培养层次', en: 'Level' },
  allLevels: { zh: '全部住校层次', en: 'All that live in a dormitory' },
  gender: studentFields.gender,
  male: studentFields.male,
  female: studentFields.female,
  department: studentFields.department,
  choice: { zh: '没有选择宿舍类型的学生', en: 'Students without a chosen type' },
  chosen: { zh: '暂不安排', en: 'Leave out' },
  any: { zh: '安排到余下的床位', en: 'Give the beds that are left' },
  seed: { zh: '随机种子', en: 'Seed' },
  seedHint: {
    zh: '0 至 999999；换一个数得到另一种安排',
    en: '0 to 999999; another number gives another plan',
  },
  notRepeatable: {
    zh: '求解时间已用完，这是目前最好的安排；同一随机种子再次预览，结果可能不同。按此分配时仍以本次预览为准。',
    en: 'The time of the solver ran out; this is the best plan so far. Another preview with the same seed can differ. What is assigned is this preview.',
  },
  seedWrong: { zh: '请填写 0 至 999999 的整数', en: 'Enter a whole number from 0 to 999999' },
  preview: { zh: '预览分配', en: 'Show a preview' },
  previewBusy: { zh: '正在计算，可能需要十几秒', en: 'Planning; this may take some seconds' },
  result: { zh: '分配结果', en: 'Allocation result' },
  placed: { zh: '可安排', en: 'Get a bed' },
  already: { zh: '已有床位', en: 'Have a bed' },
  unplaced: { zh: '无法安排', en: 'Get none' },
  classes: { zh: '班级（男女分计）', en: 'Classes, men and women apart' },
  splitClasses: { zh: '分住不同楼层的班级', en: 'Classes on several floors' },
  alone: { zh: '同屋没有同班同学', en: 'Without a class mate in the room' },
  reason: officeTexts.reason,
  building: arrivalTexts.building,
  bed: exportTexts.bed,
  name: studentFields.name,
  number: arrivalTexts.number,
  className: studentFields.className,
  free: exportTexts.freeBeds,
  used: { zh: '本次安排', en: 'Given now' },
  left: { zh: '剩余', en: 'Left' },
  byBuilding: { zh: '各楼栋', en: 'By building' },
  listPlaced: { zh: '安排名单', en: 'Who gets which bed' },
  listUnplaced: { zh: '未安排名单', en: 'Who gets none' },
  part: { zh: '显示哪些学生', en: 'Which students' },
  backToAll: { zh: '返回批量分配', en: 'Back to the allocations' },
  apply: {
    zh: (placed: number) => `确认分配 ${placed} 个床位`,
    en: (placed: number) => `Assign ${placed} beds`,
  },
  applyAbout: {
    zh: '确认后学生立即能看到自己的床位。在有人报到之前可以整批撤回。',
    en: 'Students then see their beds at once. All of it can be taken back until somebody has arrived.',
  },
  applied: {
    zh: (placed: number) => `已分配 ${placed} 个床位`,
    en: (placed: number) => `${placed} beds are assigned`,
  },
  revert: { zh: '整批撤回', en: 'Take all back' },
  reverted: {
    zh: (reverted: number, kept: number) =>
      kept === 0
        ? `已撤回 ${reverted} 个床位`
        : `已撤回 ${reverted} 个床位；${kept} 人之后已调换床位，保持不变`,
    en: (reverted: number, kept: number) =>
      kept === 0
        ? `${reverted} beds are taken back`
        : `${reverted} beds are taken back; ${kept} students were moved since and keep theirs`,
  },
  history: { zh: '分配记录', en: 'Allocations' },
  at: { zh: '预览时间', en: 'Previewed' },
  state: { zh: '处理情况', en: 'State' },
  draft: { zh: '预览中，未分配', en: 'A preview' },
  wasApplied: { zh: '床位已分配', en: 'Assigned' },
  wasReverted: importTexts.takenBack,
  byAt: {
    zh: (by: string, at: string) => `${by}，${at}`,
    en: (by: string, at: string) => `${by}, ${at}`,
  },
  everybody: arrivalTexts.everywhere,
  unknown: {
    zh: '没有这次分配，可能已被新的预览替换',
    en: 'There is no such allocation. A newer preview may have replaced it',
  },
  buildingWithBeds: {
    zh: (building: string, free: number) => `${building}（空 ${free}）`,
    en: (building: string, free: number) => `${building} (${free} free)`,
  },
  revertNamed: {
    zh: (placed: number) => `整批撤回这次分配的 ${placed} 个床位`,
    en: (placed: number) => `Take all back: ${placed} beds`,
  },
  revertAbout: {
    zh: '之后已调换床位的学生保持不变。其中有人报到后不能整批撤回。',
    en: 'Students who were moved since keep their bed. It is not possible once one of them has arrived.',
  },
  noHistory: { zh: '还没有批量分配过床位', en: 'Nothing was allocated yet' },
  planning: {
    zh: '另一批分配正在计算，请稍后再试',
    en: 'Another allocation is being planned. Try again in a moment',
  },
  changedSince: {
    zh: '预览之后学生、房间或床位有变动，没有分配任何床位，请重新预览',
    en: 'A student, room or bed has changed since the preview. Nothing was assigned: preview again',
  },
  nobodyPlaced: { zh: '预览中没有可安排的学生', en: 'The preview gives nobody a bed' },
  appliedAlready: { zh: '这批床位已经分配过', en: 'This was assigned already' },
  notApplied: { zh: '这批床位没有分配，或已撤回', en: 'This was not assigned, or is taken back' },
  arrived: {
    zh: (count: number) => `其中 ${count} 人已报到，不能整批撤回，请逐个调换`,
    en: (count: number) =>
      `${count} of them have arrived, so it cannot be taken back. Move single students instead`,
  },
  needs: { zh: '需要无障碍床位', en: 'Needs an accessible bed' },
  needsAbout: {
    zh: '需要无障碍床位的学生，每人一行；批量分配时只安排到无障碍房间',
    en: 'Students who need an accessible bed, one row a student. An allocation gives them accessible rooms only',
  },
  keptFor: { zh: '限学院', en: 'Kept for colleges' },
  reserved: { zh: '预留床位', en: 'Reserved beds' },
  accessible: { zh: '无障碍', en: 'Accessible' },
  noSuchBed: { zh: '预留床位不在该房间的床位中', en: 'The room has no such bed to reserve' },
} as const

/** Why a student gets no bed, by the reasons of the contract. */
export const unplacedReasonTexts = {
  unpaid: { zh: '选了类型，尚未缴费确认', en: 'Has chosen a type and not paid yet' },
  'not-chosen': { zh: '没有选择宿舍类型', en: 'Has chosen no type' },
  gender: { zh: '没有该性别的空房间', en: 'No free room for this gender' },
  type: { zh: '所选类型没有空房间', en: 'No free room of the chosen type' },
  level: { zh: '没有该培养层次的空房间', en: 'No free room for this level' },
  department: { zh: '没有本学院可住的空房间', en: 'No free room for this college' },
  accessible: { zh: '没有无障碍房间', en: 'No accessible room is free' },
  kept: { zh: '余下床位留给已选定类型的学生', en: 'The free beds are kept for chosen types' },
  full: { zh: '床位已满', en: 'All beds are given' },
} as const
