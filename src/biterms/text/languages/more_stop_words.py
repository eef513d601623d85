"""Stop words of languages that the package of lists lacks, and what two of its lists lack.

Articles, pronouns, prepositions, conjunctions, auxiliary verbs, written down here.
"""

from __future__ import annotations

_SERBIAN = """
    a ako ali baš bez bi bih bila bile bili bilo bio bismo biste biti bude budem budemo budete
    budeš budi budu ča čak čega čemu čije čiji čija da dakle do dok duž ga gde god hoće hoćemo
    hoćete hoćeš hoću i iako ih ili im ima imam imamo imaju imate imaš iz između ja je jedan
    jedna jedno jer jesam jesi jesmo jest jeste jesu još joj ju k ka kad kada kako kao koga koja
    koje kojeg kojem koji kojih kojim koju kroz ko li me mene meni mi mimo mnogo mnom može
    možemo možete možeš mogu moja moje moji moj moram moraju mora mu na nad naš naša naše našeg
    naši nakon nam nama nas ne neće nećemo nećete nećeš neću nego neka neke neki nekog neku nema
    nešto ni nije niko nisam nisi nismo niste nisu ništa njega njegov njegova njegovo njemu njih
    njihov njihova njihovo njim njima njoj njom no o od odmah on ona onaj onda one oni ono onoj
    onog onom ova ovaj ove ovi ovo ovog ovoj ovom pa pak po pod pored posle pre prema preko pri
    protiv sa sam samo se sebe sebi si smo ste su sve svi svih svim svoj svoja svoje svog svom
    svu ta tada taj tako također takođe tamo te tebe tebi ti tih tim to tog toga toj tom tome tu
    tvoj tvoja tvoje u uz vam vama vas vaš vaša vaše već vi vrlo za zar zašto zbog že što šta
"""
_NEPALI = """
    अगाडि अझै अथवा अनि अनुसार अन्य अब अरु अरू अर्को अहिले आए आज आदि आफू आफ्नो आफै इत्यादि उनको
    उनले उनी उनीहरू उनीहरूको उस उसको उसले ऊ एक एउटा एकदम ओठ औं कतै कसरी कसै कहाँ कहिले का कि किन
    किनभने कुन कुनै के केही को कोही गए गरि गरिएको गरी गरे गरेका गरेको गरेर गर्छ गर्दै गर्न गर्ने
    गर्नु गर्नुपर्छ गैर चाहिं छ छन् छु छैन छैनन् छौं जब जबकि जस जसको जसमा जसले जसलाई जस्तै जस्तो
    जहाँ जुन जे जो त तथा तर तल तापनि तिनी तिनीहरू तिमी तिम्रो ती त्यस त्यसको त्यसैले त्यसो
    त्यहाँ त्यो थप थिए थिएन थियो दिए दिएको दिने दुई देखि धेरै न नजिक नि निम्ति नै पक्का पछि पटक
    पनि पर्छ पहिले पहिलो प्रति प्रत्येक बारे बाट बाहिर बीच बीचमा भए भएका भएको भएर भन भने भनेर
    भन्छ भन्दा भन्ने भर भित्र म मा माथि मात्र मेरो मैले यदि यस यसको यसमा यसरी यसले यसै यसो यस्तो
    यहाँ या यी यो र रही रहेका रहेको रहेछ लगायत लागि लाई ले वटा वा विरुद्ध सँग संग सक्छ सक्ने सबै
    सम्म साथ साथै सो हरे हामी हामीले हाम्रो हुँदै हुन हुने हुनेछ हुन् हुन्छ हुन्थ्यो हो होइन
    होला
"""
_TAMIL = """
    அங்கு அங்கே அடுத்த அதற்கு அதன் அதனால் அதில் அது அதை அந்த அப்போது அல்ல அல்லது அவர் அவர்கள்
    அவரது அவள் அவன் அவை அன்று ஆக ஆகிய ஆகியோர் ஆகும் ஆம் ஆனால் இங்கு இங்கே இடத்தில் இதற்கு இதன்
    இதனால் இதில் இது இதை இந்த இப்போது இரு இருக்கும் இருந்த இருந்தது இருந்து இல்லை இவர் இவை இன்று
    இன்னும் உங்கள் உள்ள உள்ளது உள்ளன என என்பது என்ற என்றார் என்று என்ன எனக்கு எனது எனவே எனும்
    எப்படி எப்போது எல்லா எல்லாம் எவ்வளவு எந்த எங்கள் ஏன் ஏற்பட்ட ஒரு ஒன்று ஓர் கூட கொண்ட கொண்டு
    கொள்ள சில சிறு செய்த செய்து செய்ய தங்கள் தவிர தன் தனது தான் நாங்கள் நாம் நான் நீ நீங்கள்
    நீர் பல பலரும் பற்றி பிற பிறகு பின் பின்னர் போது போல போல் போன்ற மட்டும் மட்டுமே மற்ற மற்றும்
    மிக மிகவும் மீது முதல் முறை மூலம் மேலும் மேல் யார் வந்த வந்து வரும் வரை வேண்டும் வேறு
"""
_YIDDISH = """
    איך דו ער זי עס מיר איר מיך דיך אים אונדז אײַך אייך זיך דער די דאָס דאס דעם דע אַ א אַן אן
    און אָדער אדער אָבער אבער נאָר נאר אויב אַז אז ווײַל ווייל ווי ווו וואו ווער וואָס וואס ווען
    פֿאַרוואָס פארוואס וועלכער וועלכע אין אויף אויפֿן אויפן פֿון פון פֿאַר פאר צו צום צוזאַמען
    צוזאמען מיט ביי בײַ ביז נאָך נאך פֿאַרן איבער אונטער דורך קעגן צווישן אָן אום זײַן זיין איז
    בין ביסט זענען זײַנען זיינען זײַט געווען האָבן האבן האָב האב האָסט האסט האָט האט געהאַט
    געהאט וועל וועסט וועט וועלן וואָלט וואלט קען קענען קאָן קאן מוז מוזן זאָל זאל זאָלן ניט נישט
    קיין יאָ יא מײַן מיין דײַן דיין זײַנע זיינע אונדזער זייער אײַער אייער דאָ דא דאָרט דארט איצט
    דאַן דאן שוין אויך זייערע אַלע אלע אַלץ אלץ עפּעס עפעס יעדער יעדע דאָך דאך נו אַזוי אזוי
    אַזאַ אזא דיזער יענער יענע דעריבער ווידער
"""
_UKRAINIAN = """
    а або адже але б без би був буде будемо будеш будуть була були було бути в вам вами вас ваш
    ваша ваше ваші весь вже ви від він вона вони воно все всі всіх всього всім всю втім г да де
    для до дуже є же з за завжди зараз зі й його йому її їй їм їх їхній із і інша інше інший інші
    коли кожен кожна котрий який яка яке які яких якого яку яким ким кого кому крім куди лише мав
    має мають майже мене мені менш ми мій моя моє мої мною може можна можу можуть можеш на навіть
    над нам нами нас наш наша наше наші не нею ним ними них ні ніж ніколи ніхто нічого ну о об
    обидва один одна одне однак ось отже перед під після по поки про проте при раз разом сам сама
    самі свій своя своє свої свою своїх себе собі сьогодні та так така таке такий такі також там
    твій твоя твоє те тебе теж тим тих ти то тоді той того тому тобі тобто треба тут ту у усе усі
    хоч хоча хто це цей цим цих ці ця цього цьому через чи чого чому чим що щоб щодо ще як якби
    якщо
"""
#: Endings of verbs and auxiliaries as words of their own, which is how texts are cut.
_JAPANESE = """
    は が を に へ と で の も や か ね よ わ な ぞ さ ば て た だ ん し い き れ え ず う から
    まで より など でも ても では には とは への での だけ しか ほど くらい ぐらい ながら けど
    けれど ので のに たり って ちゃ ちゃっ じゃ です でし でしょ でしょう ます まし ませ ましょ
    たい たく たかっ ない なく なかっ なけれ なら なっ なる なり だっ だろ だろう らしい そう
    よう みたい れる られ られる せる させ させる ある あっ あり いる いっ おり おる する すれ
    せ しよ できる でき くる くれ くれる もらう もらっ しまう しまっ いう ゆう こと もの ため
    とき ところ これ それ あれ どれ この その あの どの ここ そこ あそこ どこ 私 僕 俺 何 誰
    さん くん ちゃん たち
"""

_LATIN = "lj nj dž a b c č ć d đ e f g h i j k l m n o p r s š t u v z ž"
_CYRILLIC = "љ њ џ а б ц ч ћ д ђ е ф г х и ј к л м н о п р с ш т у в з ж"


def _in_cyrillic(words: str) -> str:
    """Serbian is written in two alphabets, letter for letter."""
    for latin, cyrillic in zip(_LATIN.split(), _CYRILLIC.split(), strict=True):
        words = words.replace(latin, cyrillic)
    return words


#: By the code of the language.
MORE_STOP_WORDS = {
    "ja": _JAPANESE.split(),
    "ne": _NEPALI.split(),
    "sr": [*_SERBIAN.split(), *_in_cyrillic(_SERBIAN).split()],
    "ta": _TAMIL.split(),
    "uk": _UKRAINIAN.split(),
    "yi": _YIDDISH.split(),
}
