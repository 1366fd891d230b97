/** The words of a text, as a type each: a list of names is easier to read on one line. */
type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

const words = <Text extends string>(text: Text) => text.split(' ') as Words<Text>[];

/** The icons of categories, by theme; stored under lucide's own names. */
export const CATEGORY_ICON_SETS = {
  general: words('Tag Star Heart Bookmark Flag Calendar Clock Bell Gift Sparkles MapPin Globe'),
  shopping: words(
    'ShoppingCart ShoppingBag ShoppingBasket Store Package Shirt Gem Watch Glasses Barcode Percent Scissors',
  ),
  home: words('House Bed Sofa Lamp Bath Droplets Flame Zap Wifi Wrench Hammer Key'),
  transport: words('Car Bus TrainFront TramFront Plane Bike Ship Fuel Truck CircleParking Luggage Route'),
  food: words('Utensils Coffee Pizza Apple Beef Fish Croissant IceCreamCone Wine Beer CakeSlice Carrot'),
  work: words(
    'Briefcase Building2 Laptop Monitor Printer Phone Mail FileText Calculator Presentation Users GraduationCap',
  ),
  health: words(
    'HeartPulse Stethoscope Pill Syringe Hospital Activity Dumbbell Brain Bandage Eye Baby PersonStanding',
  ),
  money: words(
    'Wallet Banknote Coins CreditCard PiggyBank Landmark TrendingUp TrendingDown Receipt HandCoins ChartPie ShieldCheck',
  ),
  entertainment: words(
    'Film Music Gamepad2 Tv Headphones Camera Ticket PartyPopper BookOpen Palette Trophy Dices',
  ),
};

/** Drawn but not offered: imported categories often have them. */
const FURTHER_CATEGORY_ICONS = ['RotateCcw', 'Shield', 'Smartphone'] as const;

const INTERFACE_ICONS = [
  ...words(
    'Accessibility ArrowLeftRight ChartPie CalendarDays Check ChevronDown ChevronLeft ChevronRight CircleAlert CircleCheck Download Ellipsis',
  ),
  ...words('Inbox Info ListFilter LogOut Menu Pause Plus Repeat Search Settings User X'),
];

export type CategoryIconSet = keyof typeof CATEGORY_ICON_SETS;
export type CategoryIcon = (typeof CATEGORY_ICON_SETS)[CategoryIconSet][number];
type DrawnCategoryIcon = CategoryIcon | (typeof FURTHER_CATEGORY_ICONS)[number];
export type IconName = DrawnCategoryIcon | (typeof INTERFACE_ICONS)[number];

export const DEFAULT_CATEGORY_ICON: CategoryIcon = 'Tag';

export const CATEGORY_ICONS: readonly CategoryIcon[] = Object.values(CATEGORY_ICON_SETS).flat();

// The icons of the default categories.
const EVERYDAY: ReadonlySet<IconName> = new Set<CategoryIcon>([
  ...words('Baby Briefcase Bus Car Coffee Coins Dumbbell Film Gift GraduationCap HandCoins HeartPulse'),
  ...words(
    'House Landmark Laptop Phone PiggyBank Plane ShieldCheck Shirt ShoppingCart Sofa Tag Utensils Zap',
  ),
]);

// Interface icons of single rows that few people have.
const RARE: ReadonlySet<IconName> = new Set(['Pause']);

/** `main` has the icons of most pages, `more` the category icons that people choose themselves. */
export function iconsOf(sprite: 'main' | 'more'): IconName[] {
  const all = new Set<IconName>([...CATEGORY_ICONS, ...FURTHER_CATEGORY_ICONS, ...INTERFACE_ICONS]);
  return [...all].filter((name) => isMore(name) === (sprite === 'more'));
}

/**
 * Whether an icon is in the sprite that loads only where a chosen icon, the choice of icons or a rare icon is shown.
 */
export function isMore(name: IconName): boolean {
  return RARE.has(name) || (isCategoryIcon(name) && !EVERYDAY.has(name) && !inInterface.has(name));
}

const inInterface: ReadonlySet<IconName> = new Set(INTERFACE_ICONS);

const drawn: ReadonlySet<unknown> = new Set([...CATEGORY_ICONS, ...FURTHER_CATEGORY_ICONS]);

export function isCategoryIcon(value: unknown): value is DrawnCategoryIcon {
  return drawn.has(value);
}

/** `ShoppingCart` → `shopping-cart`, `Trash2` → `trash-2`. */
export function iconId(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z\d])/g, '-').toLowerCase();
}
