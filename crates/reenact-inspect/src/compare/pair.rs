//! Comparison of two recordings: alignment, sampling, differences.

use reenact::{Error, FrameTimes, Recording, Result, Sampler, TimeSpan, Track, Tracks};

use super::number::to_f32;
use super::options::{Alignment, Options, Reference};
use super::peaks::Peaks;
use super::report::{Comparison, Difference, DifferenceKind, OnlyIn, TrackComparison, Warp, Which};
use super::sums::{Division, Sums};
use super::timeline::{Timeline, later};
use super::view::Viewpoint;
use super::{markers, offset, parallel, warp};

pub(super) struct Pair<'p> {
    pub(super) recordings: [&'p Recording; 2],
    pub(super) samplers: [&'p Sampler; 2],
    pub(super) options: &'p Options,
    /// First time, if the time before 0 is compared and nothing else.
    pub(super) before_zero: Option<f32>,
}

/// Aligned time range of two recordings, in the first one's time.
struct Aligned {
    ends_secs: [f32; 2],
    timeline: Timeline,
    offset_secs: f64,
    warp: Option<Warp>,
    /// First compared time in the time of each.
    firsts_secs: [f32; 2],
}

impl Pair<'_> {
    pub(super) fn compare(&self) -> Result<Comparison> {
        let options = self.options;
        let durations = self.recordings.map(Recording::duration_secs);
        let mut comparison = Comparison {
            same: false,
            identical: false,
            first_difference: None,
            duration_secs: durations,
            compared_secs: None,
            frames: 0,
            offset_secs: 0.0,
            warp: None,
            tracks: Vec::new(),
            only_in_one: only_in_one(self.recordings.map(Recording::tracks)),
            markers: Vec::new(),
        };
        let offset_secs = self.offset_secs()?;
        comparison.offset_secs = to_f32(offset_secs);
        self.check_range(offset_secs)?;
        let Some(aligned) = self.align(offset_secs)? else {
            let [from, _] = self.range(offset_secs);
            comparison.first_difference = Some(Difference {
                time_secs: from,
                track: None,
                joint: None,
                what: DifferenceKind::NoOverlap,
            });
            return Ok(comparison);
        };
        comparison.compared_secs = Some(aligned.ends_secs);
        comparison.warp = aligned.warp;

        let (frames, sums) = self.sums(&aligned)?;
        let mut differences = Vec::new();
        let [from_secs, _] = aligned.ends_secs;
        differences.extend(comparison.only_in_one.iter().map(|&OnlyIn { track, only_in }| {
            Difference {
                time_secs: from_secs,
                track: Some(track),
                joint: None,
                what: DifferenceKind::Track { only_in },
            }
        }));
        let state_secs = options.tolerances.state_secs;
        differences.extend(sums.iter().flat_map(|sums| sums.differences(state_secs)));
        if options.markers {
            let is_part = offset_secs != 0.0 || options.range_secs.is_some();
            let found = markers::compare(
                self.recordings,
                |time_secs| aligned.timeline.in_first(time_secs),
                is_part.then_some(aligned.ends_secs),
                options.tolerances.marker_secs,
            );
            for (marker, difference) in found {
                comparison.markers.push(marker);
                differences.push(difference);
            }
        }
        differences.extend(self.duration_difference(aligned.offset_secs));

        comparison.frames = frames;
        comparison.tracks = sums.into_iter().map(Sums::into_report).collect();
        comparison.same = differences.is_empty();
        // Order of differences at one time: missing, different, surplus.
        let order = |time_secs: f32| if time_secs.is_nan() { f32::INFINITY } else { time_secs };
        comparison.first_difference = differences
            .into_iter()
            .min_by(|a, b| order(a.time_secs).total_cmp(&order(b.time_secs)));
        Ok(comparison)
    }

    /// Offset of the alignment: what happens in the first happens so much later in the second.
    pub(super) fn offset_secs(&self) -> Result<f64> {
        Ok(match self.options.alignment {
            Alignment::None | Alignment::Warp { .. } => 0.0,
            Alignment::Offset(secs) => f64::from(secs),
            Alignment::FindOffset { max_secs } => self.find_offset(max_secs)?,
        })
    }

    /// First and last time that both have within the requested range; `None` without an overlap.
    pub(super) fn overlap(&self, offset_secs: f64) -> Option<[f32; 2]> {
        let [from, to] = self.range(offset_secs);
        let [a_end, b_end] = self.recordings.map(Recording::end_secs);
        let from = self.before_zero.unwrap_or_else(|| from.max(later(0.0, -offset_secs)));
        let to = to.min(a_end).min(later(b_end, -offset_secs));
        (from <= to).then_some([from, to])
    }

    /// Requested range, by default from the earlier start.
    fn range(&self, offset_secs: f64) -> [f32; 2] {
        if let Some(first_secs) = self.before_zero {
            return [first_secs, 0.0];
        }
        let [from, to] = self.options.range_secs.unwrap_or([0.0, f32::INFINITY]);
        let [a_start, b_start] = self.recordings.map(Recording::start_secs);
        [from.max(a_start.min(later(b_start, -offset_secs))), to]
    }

    /// Fails if neither recording reaches the range: comparing nothing must not look like a result.
    fn check_range(&self, offset_secs: f64) -> Result<()> {
        let Some([from, to]) = self.options.range_secs else { return Ok(()) };
        let [a, b] = self.recordings.map(Recording::time_span);
        let b = TimeSpan {
            start_secs: later(b.start_secs, -offset_secs),
            end_secs: later(b.end_secs, -offset_secs),
        };
        if [a, b].iter().any(|span| span.start_secs <= to && span.end_secs >= from) {
            return Ok(());
        }
        Err(Error::wrong_option(format!(
            "the time range is outside both recordings, which go from {} s to {} s and from {} s to {} s",
            a.start_secs, a.end_secs, b.start_secs, b.end_secs
        )))
    }

    /// End of each in its own time, within the requested range.
    fn own_ends(&self) -> [f32; 2] {
        let [_, to] = self.range(0.0);
        self.recordings.map(|recording| recording.end_secs().min(to))
    }

    fn find_offset(&self, max_secs: f32) -> Result<f64> {
        let [from, _] = self.range(0.0);
        let ends = self.own_ends();
        if ends.iter().any(|&end| end < from) {
            return Ok(0.0);
        }
        let [a, b] = self.viewpoints([from, from])?;
        offset::find([&a, &b], from, ends, self.options.rate_hz, max_secs)
    }

    /// Aligned range; `None` without an overlap.
    fn align(&self, offset_secs: f64) -> Result<Option<Aligned>> {
        let options = self.options;
        if let Alignment::Warp { max_secs } = options.alignment {
            let [from, _] = self.range(offset_secs);
            let ends = self.own_ends();
            let [a_end, b_end] = ends;
            if ends.iter().any(|&end| end < from) {
                return Ok(None);
            }
            let [even, b_even] = [
                FrameTimes::new(from..=a_end, options.rate_hz)?,
                FrameTimes::new(from..=b_end, options.rate_hz)?,
            ];
            let [a, b] = self.viewpoints([from, from])?;
            let times = warp::find([&a, &b], [even, b_even], options.rate_hz, max_secs)?;
            let last = even.time_secs(even.len().saturating_sub(1));
            let ends_secs = [from, last];
            return Ok(Some(Aligned {
                ends_secs,
                offset_secs,
                warp: Some(warp::summary(even, &times, options.rate_hz)),
                firsts_secs: [from, times.first().copied().unwrap_or(from)],
                timeline: Timeline::warped(even, ends_secs, times),
            }));
        }
        let Some(ends_secs) = self.overlap(offset_secs) else { return Ok(None) };
        let [from, _] = ends_secs;
        let keys = options.key_times.then_some(self.recordings);
        let is_view_bent = matches!(options.reference, Reference::Head | Reference::Wrist);
        let mut timeline =
            Timeline::shifted(keys, ends_secs, options.rate_hz, offset_secs, is_view_bent)?;
        let firsts_secs = [from, later(from, offset_secs)];
        if options.key_times {
            timeline.add(self.edges(offset_secs));
            if !is_view_bent {
                let [a, b] = self.viewpoints(firsts_secs)?;
                let peaks = Peaks {
                    recordings: self.recordings,
                    samplers: self.samplers,
                    viewpoints: [&a, &b],
                    offset_secs,
                    division: division(ends_secs, &timeline),
                    tolerances: options.tolerances,
                };
                timeline.add(peaks.find());
            }
        }
        Ok(Some(Aligned { ends_secs, timeline, offset_secs, warp: None, firsts_secs }))
    }

    /// First and last time of each observed span, and the first after it. Because of the tolerance they are
    /// not at keys.
    fn edges(&self, offset_secs: f64) -> Vec<[f32; 2]> {
        let [a, b] = self.samplers.map(|sampler| {
            let spans = |track| sampler.observed().tolerant_spans(track);
            let edges = |span: &TimeSpan| [span.start_secs, span.end_secs, span.end_secs.next_up()];
            Track::ALL.into_iter().flat_map(spans).flat_map(edges).collect::<Vec<_>>()
        });
        let of_a = a.into_iter().map(|time_secs| [time_secs, later(time_secs, offset_secs)]);
        let of_b = b.into_iter().map(|time_secs| [later(time_secs, -offset_secs), time_secs]);
        of_a.chain(of_b).collect()
    }

    pub(super) fn viewpoints(&self, [a_first, b_first]: [f32; 2]) -> Result<[Viewpoint<'_>; 2]> {
        let [a, b] = self.samplers;
        let viewpoint = |sampler, first_secs, name| {
            Viewpoint::new(sampler, self.options.reference, first_secs).ok_or_else(|| {
                Error::wrong_option(format!(
                    "the head of {name} is not known at {first_secs} s: choose another reference, or a range that \
                     starts where it is"
                ))
            })
        };
        Ok([viewpoint(a, a_first, Which::A)?, viewpoint(b, b_first, Which::B)?])
    }

    /// Samples all times; returns their number, and the accumulated differences of each common track.
    fn sums(&self, aligned: &Aligned) -> Result<(usize, Vec<Sums>)> {
        let [a, b] = self.viewpoints(aligned.firsts_secs)?;
        let division = division(aligned.ends_secs, &aligned.timeline);
        let buckets = division.buckets;
        let [a_tracks, b_tracks] = self.recordings.map(Recording::tracks);
        let new_sums = || -> Vec<Sums> {
            Track::ALL
                .into_iter()
                .filter(|&track| a_tracks.has(track) && b_tracks.has(track))
                .map(|track| Sums::new(track, &self.options.tolerances, buckets))
                .collect()
        };
        let parts = parallel::in_parts(aligned.timeline.even_len(), |range| {
            let moments = aligned.timeline.part(range);
            let mut sums = new_sums();
            let (mut a, mut b) = (a.views(), b.views());
            for moment in &moments {
                let [a_secs, b_secs] = moment.times_secs;
                let (a, b) = (a.view_at(a_secs), b.view_at(b_secs));
                for sums in &mut sums {
                    sums.add(moment, division, &a, &b);
                }
            }
            (moments.len(), sums)
        });
        let mut all = (0, new_sums());
        for (frames, sums) in parts {
            all.0 += frames;
            for (all, sums) in all.1.iter_mut().zip(sums) {
                all.merge(sums);
            }
        }
        Ok(all)
    }

    fn duration_difference(&self, offset_secs: f64) -> Option<Difference> {
        let [_, to] = self.range(offset_secs);
        let [a_end, b_end] = self.recordings.map(Recording::end_secs);
        let (a_end, b_end) = (a_end.min(to), later(b_end, -offset_secs).min(to));
        let (time_secs, longer) = if a_end < b_end { (a_end, Which::B) } else { (b_end, Which::A) };
        let secs = f64::from(a_end.max(b_end)) - f64::from(time_secs);
        (secs > f64::from(self.options.tolerances.duration_secs)).then(|| Difference {
            time_secs,
            track: None,
            joint: None,
            what: DifferenceKind::Duration { only_in: longer, secs: to_f32(secs) },
        })
    }
}

/// Division of the compared time into buckets.
fn division([from_secs, to_secs]: [f32; 2], timeline: &Timeline) -> Division {
    let buckets = timeline.even_len().clamp(1, TrackComparison::MOST_BUCKETS);
    Division { from_secs, to_secs, buckets }
}

fn only_in_one([a, b]: [Tracks; 2]) -> Vec<OnlyIn> {
    let only = |track| match (a.has(track), b.has(track)) {
        (true, false) => Some(OnlyIn { track, only_in: Which::A }),
        (false, true) => Some(OnlyIn { track, only_in: Which::B }),
        _ => None,
    };
    Track::ALL.into_iter().filter_map(only).collect()
}
