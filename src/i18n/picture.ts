import { appShellTexts } from './app-shell.ts'

/** A stored picture and its zoom view. */
export const pictureTexts = {
  loading: { zh: '正在读取照片', en: 'Loading the picture' },
  failed: { zh: '照片加载失败', en: 'The picture could not be loaded' },
  retry: appShellTexts.retry,
  none: { zh: '没有照片', en: 'No picture' },
  zoom: { zh: (name: string) => `放大查看 ${name}`, en: (name: string) => `Enlarge ${name}` },
  larger: { zh: '放大', en: 'Larger' },
  smaller: { zh: '缩小', en: 'Smaller' },
  whole: { zh: '显示整张', en: 'Show all of it' },
  close: appShellTexts.close,
} as const
