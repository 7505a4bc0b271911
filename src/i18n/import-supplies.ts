/** The import of uniforms and living supplies. */
export const suppliesImportTexts = {
  garments: { zh: '军训服装品种', en: 'Garments of the uniform' },
  garmentsAbout: {
    zh: '每个品种一行；学生为每个品种选一个尺码',
    en: 'One row a garment. Students choose a size for each',
  },
  sizes: { zh: '军训服装尺码与数量', en: 'Sizes of the uniform' },
  sizesAbout: {
    zh: '每个尺码一行；数量是进货总数，已预订的也算在内。先导入品种',
    en: 'One row a size. The amount is all that was bought, ordered pieces included. Garments come first',
  },
  noGarment: {
    zh: (name: string) => `没有“${name}”这个品种，请先导入服装品种`,
    en: (name: string) => `There is no garment ${name}. Import the garments first`,
  },
  otherGarment: {
    zh: '该尺码编号属于另一个品种',
    en: 'This number is a size of another garment',
  },
  fewerThanOrdered: {
    zh: (ordered: number) => `已预订${ordered}件，总数不能更少`,
    en: (ordered: number) => `${ordered} were ordered already, so there cannot be fewer`,
  },
  colours: { zh: '军训服装颜色', en: 'Colours of the uniform' },
  coloursAbout: { zh: '每种颜色一行', en: 'One row a colour' },
  packages: { zh: '生活用品目录', en: 'Living supplies' },
  packagesAbout: {
    zh: '每种用品一行；学院名称含“国际”的学生看国际目录。图片写本系统的地址，例如 /living/lamp.svg',
    en: 'One row a package. Students of a department with 国际 in its name see the international list. A picture is an address of this system, such as /living/lamp.svg',
  },
  pictureWrong: {
    zh: '应为本系统的图片地址，例如 /living/lamp.svg',
    en: 'This must be an address of a picture of this system, such as /living/lamp.svg',
  },
  reserved: {
    zh: '其中的用品已有学生预订',
    en: 'a student has reserved one of these already',
  },
} as const
