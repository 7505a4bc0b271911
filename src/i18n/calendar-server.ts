/** What the server says about days with the lessons of another day. */
export const calendarServerTexts = {
  followsWrong: {
    zh: '应为日期或教学周的一天，例如 2026-10-09 或 第6周周五',
    en: 'This must be a date or a day of a teaching week, such as 2026-10-09 or week 6 Friday',
  },
  oneDay: {
    zh: '调休的日子请一天一行，开始日期与结束日期相同',
    en: 'A day with the lessons of another day is an event of one day',
  },
  notHoliday: {
    zh: '放假的日子不能按其他日子上课',
    en: 'A holiday cannot have the lessons of another day',
  },
  noTerm: {
    zh: '这一天不在任何学期的教学周内',
    en: 'This day is in no teaching week of any term',
  },
  swappedBy: {
    zh: (title: string) => `“${title}”已使这一天按其他日子上课，请先改或停用该事项`,
    en: (title: string) =>
      `${title} gives this day the lessons of another day already: change it first`,
  },
  otherTerm: {
    zh: '只能按同一学期教学周内的日子上课',
    en: 'It can only have the lessons of a day in the same term',
  },
} as const
