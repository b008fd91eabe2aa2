// cspell:disable
/** Words of the furniture trade in English, in Hindi and in Latin letters as Hindi is typed: 'carpenter' and 'बढ़ई'. */
import { normaliseForSearch } from './search.ts'

/**
 * Each line is one meaning. Words after a '|' are understood but not searched for: they are surnames ('suthar'), part
 * of other words ('ply' of 'supply') or also used in other trades ('मिस्त्री').
 */
const meanings = [
  // People and their work
  'carpenter carpentry बढ़ई कारपेंटर कार्पेंटर badhai barhai | मिस्त्री mistri mistry khati suthar सुथार',
  'polish polisher पॉलिश पालिश palish | polishing',
  'painter painting paint पेंटर पेन्टर पेंट | rangai rangsaz',
  'welder welding वेल्डर वैल्डर वेल्डिंग',
  'operator ऑपरेटर आपरेटर opretar',
  'helper हेल्पर सहायक | helpar',
  'driver ड्राइवर ड्राईवर चालक draivar',
  'designer design डिज़ाइनर डिज़ाइन डिजायनर डिजाइनिंग | designing',
  'fitter फिटर | fitar',
  'fitting installation installer फिटिंग',
  'electrician electrical इलेक्ट्रीशियन बिजली bijli | electric',
  'supervisor सुपरवाइज़र निरीक्षक | suparvaizar',
  'manager मैनेजर प्रबंधक',
  'accountant accounts अकाउंटेंट एकाउंटेंट लेखाकार munim मुनीम | account',
  'salesman sales सेल्समैन सेल्स विक्रेता | salesperson',
  'labour labourer मज़दूर श्रमिक mazdoor | labor majdoor majdur',
  'guard security गार्ड चौकीदार सुरक्षा chowkidar | watchman',
  'packing packer पैकिंग पैकर',
  'loader loading लोडर लोडिंग | loding',
  'upholstery upholsterer अपहोल्स्ट्री गद्दी',
  'carving carver नक्काशी nakkashi | nakashi',
  'worker karigar कारीगर | artisan craftsman',
  'technician mechanic टेक्नीशियन तकनीशियन मैकेनिक | mistiri',
  'tailor दर्ज़ी darzi | darji stitching',
  // Machines and places
  'machine machinery मशीन mashin',
  'factory फैक्ट्री फैक्टरी कारखाना karkhana',
  'workshop वर्कशॉप कार्यशाला',
  'cutting cutter कटिंग | kating',
  'sawmill आरा | saw aara',
  // Materials
  'wood wooden लकड़ी लकडी काष्ठ lakdi | timber wud',
  'plywood प्लाईवुड प्लाइवुड प्लाई | ply plai',
  'teak सागौन सागवान sagwan sagaun | sagon',
  'sheesham shisham शीशम rosewood',
  'laminate लैमिनेट लेमिनेट सनमाइका sunmica | mica',
  'veneer विनियर वीनियर',
  'glass काँच कांच शीशा kaanch | kanch',
  'adhesive glue गोंद fevicol फेविकोल | gond',
  'hardware हार्डवेयर',
  'hinge कब्ज़ा kabza | kabja',
  'steel स्टील',
  'iron लोहा loha',
  'foam फोम',
  'fabric cloth कपड़ा kapda',
  // Products
  'furniture फर्नीचर फ़र्निचर furnichar',
  'door दरवाज़ा दरवाज़े darwaza | darvaja',
  'window खिड़की khidki | khirki',
  'wardrobe cupboard almirah अलमारी almari | almira',
  'table मेज टेबल | mez',
  'chair कुर्सी kursi',
  'bed पलंग बिस्तर palang',
  'sofa सोफा सोफ़ा',
  'kitchen रसोई किचन rasoi',
  'office कार्यालय ऑफिस ऑफ़िस',
  'handicraft हस्तशिल्प hastshilp | handicrafts',
]

/** The words that are searched for besides a word that is typed. */
const wordsFor = new Map<string, readonly string[]>()
for (const meaning of meanings) {
  const [searched = [], understood = []] = meaning
    .split('|')
    .map((words) => normaliseForSearch(words).split(' ').filter(Boolean))
  for (const word of [...searched, ...understood])
    wordsFor.set(word, [...(wordsFor.get(word) ?? []), ...searched])
}

/** The words of the trade that mean the same as a search term, which is folded by `normaliseForSearch`. */
export const tradeWords = (term: string): string[] => {
  const words = wordsFor.get(term) ?? wordsFor.get(term.replace(/(?<=[a-z]{3})s$/, '')) ?? []
  // A word that contains the term is found without it.
  return [...new Set(words)].filter((word) => !word.includes(term))
}
