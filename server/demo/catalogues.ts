import type { Db } from '../platform/database/db.ts'

/**
 * The dormitory types of the demo campus, with the beds left by the generated students; one type is
 * nearly full.
 */
export const DEMO_DORM_TYPES = [
  { id: '1', name: '双人间', price_fen: 240_000, left: 2 },
  { id: '2', name: '四人间', price_fen: 120_000, left: 40 },
  { id: '3', name: '六人间', price_fen: 80_000, left: 60 },
] as const

const PACKAGES = [
  {
    item: 'bedding',
    name: '床上用品',
    price_fen: 39_800,
    mandatory: true,
    content: '床垫、床单、被套、枕套、枕芯',
  },
  {
    item: 'quilt',
    name: '棉被',
    price_fen: 16_800,
    mandatory: false,
    content: '春秋被一床，2千克',
  },
  {
    item: 'toiletries',
    name: '洗漱套装',
    price_fen: 5800,
    mandatory: true,
    content: '脸盆、水桶、毛巾、牙具、肥皂盒',
  },
  { item: 'thermos', name: '热水瓶', price_fen: 3500, mandatory: false, content: '2升热水瓶一只' },
  {
    item: 'lamp',
    name: '台灯',
    price_fen: 8900,
    mandatory: false,
    content: 'LED护眼台灯一盏，三档亮度',
  },
  {
    item: 'net',
    name: '蚊帐',
    price_fen: 4500,
    mandatory: false,
    content: '单人床蚊帐一顶，含支架',
  },
] as const

const BODY = [155, 160, 165, 170, 175, 180, 185].map(
  (height) => [String(height), `身高 ${height}–${height + 5}`] as const,
)
const HEAD = ['S', 'M', 'L'].map(
  (size, index) => [size, `头围 ${54 + 2 * index}–${55 + 2 * index}`] as const,
)
const FOOT = Array.from(
  { length: 11 },
  (_, index) => [String(35 + index), `脚长 ${22.5 + index / 2} 厘米`] as const,
)

/** The garments of the uniform with their sizes and the remark of each. */
export const DEMO_GARMENTS = [
  { id: '1', name: '上衣', sizes: BODY },
  { id: '2', name: '裤子', sizes: BODY },
  { id: '3', name: '帽子', sizes: HEAD },
  { id: '4', name: '鞋', sizes: FOOT },
] as const

/** The key of a size of a garment: '103' is the third size of garment 1. */
export const formatSizeId = (garment: string, index: number): string =>
  garment + String(index + 1).padStart(2, '0')

/** The colours of the uniform. */
export const DEMO_COLOURS = [
  { id: '1', name: '军绿' },
  { id: '2', name: '迷彩' },
] as const

const STOCK = 100_000

/**
 * Inserts the catalogues of the forms. `taken`: the number of beds of the generated students, by
 * dormitory type.
 */
export async function seedCatalogues(tx: Db, taken: ReadonlyMap<string, number>): Promise<void> {
  const types = DEMO_DORM_TYPES.map(({ left, ...type }) => ({
    ...type,
    places: left + (taken.get(type.id) ?? 0),
  }))
  await tx.insertInto('dorm_type').values(types).execute()
  // The international catalogue has the same items (including the quilt) at its own prices.
  const packages = ['1', '2'].flatMap((catalogue) =>
    PACKAGES.map(({ item, price_fen, mandatory, ...one }, index) => ({
      ...one,
      id: catalogue === '1' ? String(index + 1) : `2${index + 1}`,
      catalogue,
      price_fen: catalogue === '1' ? price_fen : price_fen + 2000,
      mandatory: mandatory || (catalogue === '2' && item === 'quilt'),
      picture: `/living/${item}.svg`,
    })),
  )
  await tx.insertInto('living_package').values(packages).execute()
  await tx
    .insertInto('uniform_garment')
    .values(DEMO_GARMENTS.map(({ id, name }) => ({ id, name })))
    .execute()
  const sizes = DEMO_GARMENTS.flatMap(({ id, sizes }) =>
    sizes.map(([size, remark], index) => ({
      id: formatSizeId(id, index),
      garment_id: id,
      size,
      remark,
      // The largest shoe is out of stock, to show how an order for it is refused.
      stock: id === '4' && index === sizes.length - 1 ? 0 : STOCK,
    })),
  )
  await tx.insertInto('uniform_size').values(sizes).execute()
  await tx.insertInto('uniform_colour').values(DEMO_COLOURS).execute()
}

/** Whether this demo was created by a version without catalogues. */
export const areCataloguesEmpty = async (tx: Db): Promise<boolean> =>
  (await tx.selectFrom('dorm_type').select('id').limit(1).executeTakeFirst()) === undefined
