import { arrivalTexts } from './arrivals.ts'
import { bedAllocationTexts } from './bed-allocation.ts'
import { studentFields } from './fields/student.ts'
import { referenceDataTexts } from './reference-data.ts'
import { studentsTexts } from './students.ts'

/** The rooms of the dormitories in the office: residents, moves, closed rooms, prints. */
export const dormRoomTexts = {
  title: bedAllocationTexts.rooms,
  allocation: bedAllocationTexts.title,
  about: {
    zh: '选择楼栋，查看每个床位住谁。点“调换”选中一名学生，再点另一个床位：空床位即搬入，有人的床位即互换。',
    en: 'Choose a building to see who lives where. Choose a student, then another bed: a free bed is taken, a taken one is swapped.',
  },
  building: arrivalTexts.building,
  closedRooms: { zh: '已关闭的房间（全部楼栋）', en: 'Closed rooms of all buildings' },
  rooms: { zh: '房间数', en: 'Rooms' },
  beds: { zh: '共有床位', en: 'Beds in all' },
  taken: { zh: '已住', en: 'Taken' },
  closed: { zh: '关闭的房间', en: 'Closed' },
  mustMove: { zh: '须搬离', en: 'Must move' },
  room: arrivalTexts.room,
  bed: arrivalTexts.bed,
  name: studentFields.name,
  number: arrivalTexts.number,
  className: studentFields.className,
  signature: { zh: '钥匙签收', en: 'Key received' },
  keyGiven: {
    zh: (time: string) => `${time} 已交钥匙`,
    en: (time: string) => `key given ${time}`,
  },
  free: { zh: '空', en: 'free' },
  arrived: { zh: '已报到', en: 'has arrived' },
  withdrawn: { zh: '已退学，请在学生页取消床位', en: 'has withdrawn: clear the bed on the page' },
  clearFirst: {
    zh: '其中有已退学的学生，不能调换。请先在该学生的页面取消床位',
    en: 'One of them has withdrawn. Clear that bed on the student’s page first',
  },
  men: referenceDataTexts.men,
  women: referenceDataTexts.women,
  closedFor: {
    zh: (reason: string) => `已关闭：${reason}`,
    en: (reason: string) => `Closed: ${reason}`,
  },
  move: { zh: '调换', en: 'Move' },
  moveNamed: {
    zh: (name: string) => `调换${name}的床位`,
    en: (name: string) => `Move ${name}`,
  },
  moving: {
    zh: (name: string, bed: string) => `正在调换 ${name}（${bed}），请选择另一个床位，可换楼栋`,
    en: (name: string, bed: string) =>
      `Moving ${name} (${bed}). Choose another bed, in any building`,
  },
  stopMoving: { zh: '不调换了', en: 'Do not move' },
  take: { zh: '搬到这里', en: 'Move here' },
  takeNamed: {
    zh: (bed: string) => `搬到这里：${bed}`,
    en: (bed: string) => `Move here: ${bed}`,
  },
  swap: { zh: '与此人互换', en: 'Swap' },
  swapNamed: {
    zh: (name: string) => `与此人互换：${name}`,
    en: (name: string) => `Swap with ${name}`,
  },
  moveAbout: {
    zh: (name: string, from: string, to: string) => `${name}：${from} → ${to}`,
    en: (name: string, from: string, to: string) => `${name}: ${from} → ${to}`,
  },
  moved: { zh: '床位已调换', en: 'The beds are changed' },
  close: { zh: '关闭该房间', en: 'Close the room' },
  closeNamed: {
    zh: (room: string) => `关闭该房间：${room}`,
    en: (room: string) => `Close the room ${room}`,
  },
  closeAbout: {
    zh: '关闭后不再安排新的学生；已住的学生列为须搬离，逐个调换后房间即空出。',
    en: 'Nobody new is placed there. Its residents are listed as those who must move, and stay until each has moved.',
  },
  wasClosed: {
    zh: (mustMove: number) => `房间已关闭，${mustMove} 人须搬离`,
    en: (mustMove: number) => `The room is closed; ${mustMove} must move`,
  },
  reopen: studentsTexts.reopen,
  reopenNamed: {
    zh: (room: string) => `重新开放 ${room}`,
    en: (room: string) => `Open again: ${room}`,
  },
  reopenAbout: { zh: '开放后可以再安排学生。', en: 'Students can be placed there again.' },
  wasReopened: { zh: '房间已重新开放', en: 'The room is open again' },
  labels: { zh: '打印门牌', en: 'Print door labels' },
  book: { zh: '打印楼栋名册', en: 'Print the building book' },
  print: { zh: '打印（A4）', en: 'Print (A4)' },
  back: { zh: '返回房间', en: 'Back to the rooms' },
  noRooms: { zh: '没有房间', en: 'No rooms' },
  bookTitle: {
    zh: (building: string) => `${building} 住宿名册`,
    en: (building: string) => `Residents of ${building}`,
  },
  labelsTitle: {
    zh: (building: string) => `${building} 门牌`,
    en: (building: string) => `Door labels of ${building}`,
  },
  changed: {
    zh: '其他人刚刚改过这些床位或房间，请刷新后再操作',
    en: 'Somebody has just changed these beds or rooms. Reload the page first',
  },
} as const
