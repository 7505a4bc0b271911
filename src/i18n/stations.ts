/** The screens of the staff of a station. */
export const stationTexts = {
  title: { zh: '迎新站点', en: 'Stations' },
  none: { zh: '没有您负责的站点', en: 'You have no station' },
  noneText: {
    zh: '迎新负责人可以在“内容与目录”的“迎新站点”中添加您的工号',
    en: 'The orientation office adds your work number under Pages and lists, Stations',
  },
  failed: { zh: '站点加载失败', en: 'The stations could not be loaded' },
  before: {
    zh: (names: readonly string[]) => `在此之前：${names.join('、')}`,
    en: (names: readonly string[]) => `Comes after ${names.join(', ')}`,
  },
  repeats: { zh: '可多次登记', en: 'Can be recorded more than once' },
  visited: {
    zh: (visited: number, expected: number) => `${visited} / ${expected} 已登记`,
    en: (visited: number, expected: number) => `${visited} of ${expected} recorded`,
  },
} as const
